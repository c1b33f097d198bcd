// @ts-check
// Ten lessons. A lesson is data: text with links into the theatre, and questions that are answered by pointing at a node. What is
// right is found in the searches themselves (`theatre/checks`); the tests run every link and every question.

/** @typedef {{show: string, text: string}} Show a link into the theatre */
/** @typedef {{show: string, ask: string, check: string, right: string, wrong: string}} Question `show`: what is on the stage while it is asked */
/** @typedef {{id: string, title: string, text: (string | Show)[][], questions: Question[]}} Lesson */

const TEXTBOOK = 'game=tree&position=[[3,12,8],[2,4,6],[14,5,2]]';
const THREE = 'game=uniform&position=w=3,d=4,values=99,seed=4,order=50';
const FOUR = 'game=uniform&position=w=4,d=4,values=99,seed=1,order=60';
const WORST = 'game=tree&position=[[14,5,2],[6,4,2],[8,12,3]]';

/** @type {readonly Lesson[]} */
export const LESSONS = [
  {
    id: 'minimax', title: 'Minimax: what a tree is worth',
    text: [
      ['Two sides move in turn. MAX ▲ wants a large number, MIN ▼ a small one. A leaf ● is the end of the game, and its number is what MAX gets. The root belongs to MAX.'],
      ['MIN takes the smallest of its children, MAX the largest. ', { show: `view=one&${TEXTBOOK}&a=minimax&time=9`, text: 'Minimax looks at every leaf' }, ' and carries these numbers up to the root. Below the tree every leaf stands at its value; drag one up or down and see whether the value of the root changes.'],
    ],
    questions: [
      { show: `view=one&${TEXTBOOK}&a=minimax`, ask: 'Nothing has been looked at yet. Point at the move that MAX should play at the root.', check: 'best-move', right: 'Yes: MIN can answer with 3 there, and with 2 everywhere else.', wrong: 'MIN answers with the smallest number below that move. Which move has the largest such number?' },
      { show: `view=one&${TEXTBOOK}&a=minimax&time=9`, ask: 'Which leaf will be reached if both sides play their best?', check: 'best-leaf', right: 'Yes. The value of the root is the value of this leaf.', wrong: 'Go down from the root: the best move of MAX, then the best answer of MIN.' },
      { show: `view=one&${THREE}&a=minimax&time=81`, ask: 'A larger tree. Point at a move at the root that is the worst for MAX.', check: 'worst-move', right: 'Yes, that one has the smallest value.', wrong: 'Compare the numbers beside the three children of the root.' },
    ],
  },
  {
    id: 'cuts', title: 'Why alpha-beta cuts',
    text: [
      ['Alpha-beta leaves a node as soon as one side has something better elsewhere. ', { show: `view=one&${TEXTBOOK}&a=alpha-beta&time=4&events=12`, text: 'Here is the first cut' }, ': below the second move MIN has found 2, but MAX already has 3 at the root. Whatever the other two leaves are, MAX will not go there.'],
      ['The arc leads from the cut to the node that holds the better value. The band in the skyline is the window: only a value inside it still matters. ', { show: `view=two&${THREE}&a=alpha-beta&b=minimax&time=20`, text: 'On a larger tree' }, ' it closes again and again. Shift and → go from cut to cut.'],
    ],
    questions: [
      { show: `view=one&${TEXTBOOK}&a=alpha-beta&time=4&events=12`, ask: 'Point at the node that holds the better value, because of which MAX stays away.', check: 'holder', right: 'Yes: MAX has 3 there.', wrong: 'Read the sentence below the tree, or follow the arc.' },
      { show: `view=one&${TEXTBOOK}&a=alpha-beta`, ask: 'The search has not begun. Point at a leaf that alpha-beta will never look at.', check: 'unseen-leaf', right: 'Yes. It is left out by the cut at the second move.', wrong: 'Alpha-beta goes from left to right. After which leaf is a move refuted?' },
      { show: `view=one&${THREE}&a=alpha-beta&time=40&events=148`, ask: 'Point at the node that holds the better value in this cut. It is far above.', check: 'holder', right: 'Yes. A value that is held three plies above cuts as well as one that is held next door: a deep cut.', wrong: 'The side that does not move at the cut node holds it. Follow the arc.' },
    ],
  },
  {
    id: 'null-windows', title: 'Null windows and the wall of refutations',
    text: [
      ['A window with nothing inside asks one question: is the value at least this? ', { show: `view=one&${THREE}&a=pvs&time=20`, text: 'PVS' }, ' searches the first move with an open window, and asks of every other move only whether it is better. In the skyline the question is one line.'],
      ['The answer is mostly no, and a no is cheap: to refute a move, MIN needs one good answer at each of its nodes. These refutations stand side by side like a wall. Only where the answer is yes, PVS has to search again.'],
    ],
    questions: [
      { show: `view=one&${FOUR}&a=pvs&time=140`, ask: 'Point at a node that PVS searched a second time.', check: 'searched-again', right: 'Yes. The question was answered with yes there, so its value had to be found.', wrong: 'Go through the events and look for the words “searches … again”. As table (T) lists them.' },
      { show: `view=one&${THREE}&a=scout&time=60`, ask: 'Point at a leaf that Scout looked at more than once.', check: 'seen-twice', right: 'Yes: first for the test, then for the value.', wrong: 'Leaves are seen twice below a node whose test was answered with yes.' },
      { show: `view=one&${TEXTBOOK}&a=minimax&time=9`, ask: 'Point at an answer of MIN that refutes a move: it keeps MAX from getting more there than the best move gives.', check: 'refuter', right: 'Yes. One such answer is enough; the others need not be looked at.', wrong: 'It must be below a move that is not the best one, and at most as large as the value of the root.' },
    ],
  },
  {
    id: 'best-first', title: 'Best first: SSS* and its list',
    text: [
      ['SSS* does not go from left to right. It keeps a list, OPEN, of all that it could go on with, each with a merit: the most that MAX could still get there. It always takes the entry with the highest merit.'],
      [{ show: `view=two&${THREE}&a=alpha-beta&b=sss-star&time=19`, text: 'Beside alpha-beta' }, ' it jumps over the whole tree, and its line in the skyline only ever falls. Rings mark what is in OPEN. It never looks at a leaf that alpha-beta leaves out, but it remembers much more.'],
    ],
    questions: [
      { show: `view=two&${THREE}&a=alpha-beta&b=sss-star&time=40`, ask: 'Both have ended. Point at a leaf that alpha-beta looked at and SSS* did not.', check: 'only-first', right: 'Yes. The merit fell below the value before SSS* came there.', wrong: 'Compare the two skylines: coloured on the left, faint on the right.' },
      { show: `view=one&${THREE}&a=sss-star&time=12`, ask: 'Point at the leaf that SSS* looks at next.', check: 'next-leaf', right: 'Yes: it belongs to the entry with the highest merit.', wrong: 'The first entry of OPEN goes on. Go one event at a time (→) if you want to see how.' },
      { show: `view=one&${THREE}&a=sss-star&time=24`, ask: 'After which leaf was something proved of the root for the first time?', check: 'first-bound', right: 'Yes. One leaf for each answer of MIN along every move: then MAX can get no more than that.', wrong: 'Look at the squeeze above the lane: where does the line begin?' },
    ],
  },
  {
    id: 'ordering', title: 'Order is everything',
    text: [
      ['The same leaves in another order: ', { show: `view=one&${TEXTBOOK}&a=alpha-beta&time=7`, text: 'with the best move first' }, ' alpha-beta looks at 7 of 9 leaves, ', { show: `view=one&${WORST}&a=alpha-beta&time=9`, text: 'with the best move last' }, ' at all of them. A cut needs something better that was found before.'],
      ['With a perfect order about the square root of all leaves is enough. So programs spend much on guessing the best move: the table, captures, moves that cut elsewhere.'],
    ],
    questions: [
      { show: `view=one&${WORST}&a=alpha-beta&time=9`, ask: 'Point at a move at the root that was better than all before it when it was searched.', check: 'improved', right: 'Yes. In a good order only the first move is.', wrong: 'Watch the number beside the root: at which moves does it rise?' },
      { show: 'view=two&game=uniform&position=w=3,d=4,values=99,seed=4,order=perfect&a=alpha-beta&b=sss-star&time=17', ask: 'In perfect order alpha-beta needs no more than SSS*. Point at a leaf that both of them look at.', check: 'both-see', right: 'Yes. These leaves prove the value, and nothing smaller could.', wrong: 'It must be coloured in both panes.' },
    ],
  },
  {
    id: 'parallel', title: 'Many processors, and what is done in vain',
    text: [
      ['Eight processors share a tree. ', { show: `view=one&${FOUR}&a=young-brothers&am=sim:8&time=34`, text: 'Young brothers wait' }, ': when the first child of a node is done, idle processors take its siblings. Badges in the tree tell which processor is where; each has a lane below.'],
      ['Hatched work was done in vain: a cut came later and showed that it was not needed. Empty lanes are waiting. ', { show: `view=two&${FOUR}&a=pvs&b=young-brothers&bm=sim:8&time=30`, text: 'Beside a search on one processor' }, ', on the same clock, you see what eight of them gain. It is not eight times.'],
    ],
    questions: [
      { show: `view=one&${FOUR}&a=young-brothers&am=sim:8&time=34`, ask: 'Point at a node where a processor is at this moment.', check: 'at-work', right: 'Yes.', wrong: 'The badges with numbers are processors.' },
      { show: `view=one&${FOUR}&a=young-brothers&am=sim:8&time=58`, ask: 'Point at a node below which work was done in vain. Point at a hatched bar to see its node.', check: 'wasted', right: 'Yes. Its siblings made it needless while it was searched.', wrong: 'Move over the hatched bars of the lanes: the node of a bar is named, and ringed in the tree.' },
    ],
  },
  {
    id: 'key-nodes', title: 'Key nodes: what every proof needs',
    text: [
      ['To prove a value one needs, for MAX, one move at each node of MAX and all answers of MIN, and the same for MIN. The nodes of these two trees are the key nodes. ', { show: `view=one&${THREE}&a=key-node&am=sim:4`, text: 'The key node method' }, ' gives each of them to a processor, and tells values upwards as soon as there are any.'],
      ['Whatever a search does, it cannot do without such a set of leaves. ', { show: 'view=all&game=uniform&position=w=3,d=4,values=99,seed=4,order=50&time=81', text: 'All searches on one tree' }, ': the columns that all rows share are that set.'],
    ],
    questions: [
      { show: `view=two&${THREE}&a=dual-star&b=sss-star&time=40`, ask: 'DUAL* and SSS* come from opposite sides. Point at a leaf that both of them need.', check: 'both-see', right: 'Yes.', wrong: 'It must be coloured in both panes.' },
      { show: `view=two&${THREE}&a=dual-star&b=sss-star&time=40`, ask: 'And one that neither of them looks at.', check: 'neither-sees', right: 'Yes. The value of this leaf does not matter: drag it, and nothing changes.', wrong: 'It must be faint in both panes.' },
    ],
  },
  {
    id: 'deepening', title: 'Deeper and deeper: a first guess',
    text: [
      ['Programs search one ply deep, then two, then three. That costs little, because each ply is much larger than all before, and the value of the last search is a good guess for the next one.'],
      ['MTD(f) lives on such guesses. With a good one, ', { show: `view=two&${THREE}&a=mtd-f,first-guess=32&b=mtd-f,first-guess=-90&time=40`, text: 'on the left' }, ', two questions are enough: at least 32? at least 33? With a bad one, on the right, it has to climb.'],
    ],
    questions: [
      { show: `view=two&${THREE}&a=mtd-f,first-guess=-90&b=mtd-f,first-guess=32&time=60`, ask: 'Point at a leaf that only the search with the bad guess looked at.', check: 'only-first', right: 'Yes: work that a better guess would have saved.', wrong: 'The bad guess is on the left. The leaf must be coloured there, and faint on the right.' },
      { show: 'view=one&game=connect4&position=44&depth=3&a=negascout&time=400', ask: 'Connect Four, three plies deep. Point at the move that this search would play. A deeper search tries it first.', check: 'best-move', right: 'Yes.', wrong: 'Follow the thick line at the root.' },
    ],
  },
  {
    id: 'tables', title: 'Tables: what has been proved stays',
    text: [
      ['A search by questions comes to the same nodes again and again. With a table it keeps what it has proved of each, and a question that is answered already costs nothing. ', { show: `view=one&${THREE}&a=mt-sss&time=24`, text: 'MT-SSS*' }, ' asks falling questions and remembers: then it looks at the very leaves of SSS*, in the same order, without a list.'],
      [{ show: `view=two&${THREE}&a=mt-sss&b=sss-star&time=24`, text: 'Side by side' }, ' you cannot tell their skylines apart. That was a surprise in 1996.'],
    ],
    questions: [
      { show: `view=one&${THREE}&a=mt-sss&time=24`, ask: 'Point at a node for which the table gave an answer.', check: 'recalled', right: 'Yes. What was proved on an earlier visit was enough.', wrong: 'Go back event by event, or as table (T): the sentence begins with “remembers”.' },
      { show: `view=two&${THREE}&a=alpha-beta&b=mt-sss&time=40`, ask: 'Point at a leaf that alpha-beta looks at, and MT-SSS* does not.', check: 'only-first', right: 'Yes. They are the leaves that SSS* saves, too.', wrong: 'Coloured on the left, faint on the right.' },
    ],
  },
  {
    id: 'puzzles', title: 'Puzzles: one side, no opponent',
    text: [
      ['In a puzzle nobody answers. IDA* looks for a solution of at most so many moves, with a heuristic that never promises too much, and begins again with a larger limit if there is none. Its rounds are like the questions of a null window: each one only says no, the last one yes.'],
      ['A node is cut if its moves so far and the least that is still needed exceed the limit: ', { show: 'view=one&game=tree&position=[[7,9],[5,8]]&a=minimax&time=4', text: 'a tree where only MIN chooses' }, ' would be the same picture with one side. The page of puzzles shows the rounds of IDA* on sliding tiles.'],
    ],
    questions: [
      { show: 'view=one&game=tree&position=[[7],[5],[9],[6]]&a=minimax&time=4', ask: 'Every node of MIN has one child: there is no opponent here. Point at the leaf that MAX gets.', check: 'best-leaf', right: 'Yes. Without an opponent the value is simply the largest.', wrong: 'Nobody keeps MAX from taking the largest leaf.' },
      { show: 'view=two&game=tree&position=[[7],[5],[9],[6]]&a=alpha-beta&b=sss-star&time=4', ask: 'Without an opponent nothing can be cut: a better leaf may always come. Point at a leaf that both searches had to look at.', check: 'both-see', right: 'Yes: all of them. Only a bound on what may come, a heuristic, could save one.', wrong: 'It must be coloured in both panes.' },
    ],
  },
];
