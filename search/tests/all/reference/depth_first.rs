//! Minimax, alpha-beta, aspiration, PVS and Scout.

use super::{INF, Plain, Run};

/// Every leaf from left to right.
pub fn minimax(tree: &Plain) -> Run {
    fn visit(run: &mut Run, node: &Plain) -> i64 {
        run.nodes += 1;
        if node.is_leaf() {
            return run.evaluate(node);
        }
        node.children.iter().fold(-INF, |best, child| best.max(-visit(run, child)))
    }
    let mut run = Run::default();
    run.value = visit(&mut run, tree);
    run
}

/// Fail-soft alpha-beta: ABSearch, survey (1991) figure 1.
pub fn alpha_beta(tree: &Plain, alpha: i64, beta: i64) -> Run {
    let mut run = Run::default();
    run.value = ab_search(&mut run, tree, alpha, beta);
    run
}

fn ab_search(run: &mut Run, position: &Plain, alpha: i64, beta: i64) -> i64 {
    run.nodes += 1;
    if position.is_leaf() {
        return run.evaluate(position);
    }
    let mut best = -INF;
    for child in &position.children {
        let merit = -ab_search(run, child, -beta, -alpha.max(best));
        if merit > best {
            best = merit;
            if best >= beta {
                return best;
            }
        }
    }
    best
}

/// Fail-hard alpha-beta (Knuth and Moore 1975): results are clamped to the window.
pub fn alpha_beta_hard(tree: &Plain, alpha: i64, beta: i64) -> Run {
    fn visit(run: &mut Run, node: &Plain, mut alpha: i64, beta: i64) -> i64 {
        run.nodes += 1;
        if node.is_leaf() {
            return run.evaluate(node).clamp(alpha, beta);
        }
        for child in &node.children {
            alpha = alpha.max(-visit(run, child, -beta, -alpha));
            if alpha >= beta {
                return beta;
            }
        }
        alpha
    }
    let mut run = Run::default();
    run.value = visit(&mut run, tree, alpha, beta);
    run
}

/// Without deep cut-offs: F1 of Knuth and Moore 1975.
pub fn alpha_beta_shallow(tree: &Plain) -> Run {
    fn f1(run: &mut Run, p: &Plain, bound: i64) -> i64 {
        run.nodes += 1;
        if p.is_leaf() {
            return run.evaluate(p);
        }
        let mut m = -INF;
        for child in &p.children {
            m = m.max(-f1(run, child, -m));
            if m >= bound {
                break;
            }
        }
        m
    }
    let mut run = Run::default();
    run.value = f1(&mut run, tree, INF);
    run
}

/// Aspiration search, survey (1991) section 3.2; of its two `if`s at most one is taken.
pub fn aspiration(tree: &Plain, guess: i64, margin: i64) -> Run {
    let (alpha, beta) = (guess - margin, guess + margin);
    let mut run = Run::default();
    let best = ab_search(&mut run, tree, alpha, beta);
    run.value = if best >= beta {
        ab_search(&mut run, tree, best, INF)
    } else if best <= alpha {
        ab_search(&mut run, tree, -INF, best)
    } else {
        best
    };
    run
}

/// Principal variation search: PVS and NWS, survey (1991) figure 3.
pub fn pvs(tree: &Plain, alpha: i64, beta: i64) -> Run {
    fn pvs(run: &mut Run, position: &Plain, mut alpha: i64, beta: i64) -> i64 {
        run.nodes += 1;
        let Some((first, others)) = position.children.split_first() else { return run.evaluate(position) };
        let mut best = -pvs(run, first, -beta, -alpha);
        for child in others {
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
            let merit = -nws(run, child, -alpha);
            if merit > best {
                best = if merit <= alpha || merit >= beta { merit } else { -pvs(run, child, -beta, -merit) };
            }
        }
        best
    }
    fn nws(run: &mut Run, position: &Plain, beta: i64) -> i64 {
        run.nodes += 1;
        if position.is_leaf() {
            return run.evaluate(position);
        }
        let mut best = -INF;
        for child in &position.children {
            best = best.max(-nws(run, child, -beta + 1));
            if best >= beta {
                return best;
            }
        }
        best
    }
    let mut run = Run::default();
    run.value = pvs(&mut run, tree, alpha, beta);
    run
}

/// Scout (Pearl 1980): EVAL the first child, TEST the others, EVAL those that are strictly better. In MAX's view.
pub fn scout(tree: &Plain) -> Run {
    fn value(run: &mut Run, leaf: &Plain) -> i64 {
        let value = run.evaluate(leaf);
        if leaf.is_max() { value } else { -value }
    }
    fn eval(run: &mut Run, node: &Plain) -> i64 {
        run.nodes += 1;
        let Some((first, others)) = node.children.split_first() else { return value(run, node) };
        let mut best = eval(run, first);
        for child in others {
            let better = if node.is_max() { test_above(run, child, best) } else { !test_at_least(run, child, best) };
            if better {
                best = eval(run, child);
            }
        }
        best
    }
    /// TEST(node, v, >)
    fn test_above(run: &mut Run, node: &Plain, v: i64) -> bool {
        run.nodes += 1;
        if node.is_leaf() {
            value(run, node) > v
        } else if node.is_max() {
            node.children.iter().any(|child| test_above(run, child, v))
        } else {
            node.children.iter().all(|child| test_above(run, child, v))
        }
    }
    /// TEST(node, v, >=)
    fn test_at_least(run: &mut Run, node: &Plain, v: i64) -> bool {
        run.nodes += 1;
        if node.is_leaf() {
            value(run, node) >= v
        } else if node.is_max() {
            node.children.iter().any(|child| test_at_least(run, child, v))
        } else {
            node.children.iter().all(|child| test_at_least(run, child, v))
        }
    }
    let mut run = Run::default();
    run.value = eval(&mut run, tree);
    run
}
