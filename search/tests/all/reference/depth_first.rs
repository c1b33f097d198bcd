//! Minimax, alpha-beta, aspiration, PVS and Scout.

use super::{INF, Plain, Run};

/// Every leaf from left to right.
pub fn minimax(tree: &Plain) -> Run {
    fn visit(run: &mut Run, node: &Plain) -> i64 {
        run.nodes += 1;
        if node.is_leaf() {
            return run.evaluate(node);
        }
        node.sons.iter().fold(-INF, |best, son| best.max(-visit(run, son)))
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
    for son in &position.sons {
        let merit = -ab_search(run, son, -beta, -alpha.max(best));
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
        for son in &node.sons {
            alpha = alpha.max(-visit(run, son, -beta, -alpha));
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
        let Some((first, others)) = position.sons.split_first() else { return run.evaluate(position) };
        let mut best = -pvs(run, first, -beta, -alpha);
        for son in others {
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
            let merit = -nws(run, son, -alpha);
            if merit > best {
                best = if merit <= alpha || merit >= beta { merit } else { -pvs(run, son, -beta, -merit) };
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
        for son in &position.sons {
            best = best.max(-nws(run, son, -beta + 1));
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

/// Scout (Pearl 1980): EVAL the first son, TEST the others, EVAL those that are strictly better. In MAX's view.
pub fn scout(tree: &Plain) -> Run {
    fn value(run: &mut Run, leaf: &Plain) -> i64 {
        let value = run.evaluate(leaf);
        if leaf.is_max() { value } else { -value }
    }
    fn eval(run: &mut Run, node: &Plain) -> i64 {
        run.nodes += 1;
        let Some((first, others)) = node.sons.split_first() else { return value(run, node) };
        let mut best = eval(run, first);
        for son in others {
            let better = if node.is_max() { test_above(run, son, best) } else { !test_at_least(run, son, best) };
            if better {
                best = eval(run, son);
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
            node.sons.iter().any(|son| test_above(run, son, v))
        } else {
            node.sons.iter().all(|son| test_above(run, son, v))
        }
    }
    /// TEST(node, v, >=)
    fn test_at_least(run: &mut Run, node: &Plain, v: i64) -> bool {
        run.nodes += 1;
        if node.is_leaf() {
            value(run, node) >= v
        } else if node.is_max() {
            node.sons.iter().any(|son| test_at_least(run, son, v))
        } else {
            node.sons.iter().all(|son| test_at_least(run, son, v))
        }
    }
    let mut run = Run::default();
    run.value = eval(&mut run, tree);
    run
}
