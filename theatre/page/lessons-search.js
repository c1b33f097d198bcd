// @ts-check
// Lessons 1 to 5: one processor, one tree.

/** @typedef {import('theatre/lessons').Lesson} Lesson */

const TEXTBOOK = 'game=tree&position=[[3,12,8],[2,4,6],[14,5,2]]';
const THREE = 'game=uniform&position=w=3,d=4,values=99,seed=4,order=50';
const FOUR = 'game=uniform&position=w=4,d=4,values=99,seed=1,order=60';
const WORST = 'game=tree&position=[[14,5,2],[6,4,2],[8,12,3]]';

/** @type {readonly Lesson[]} */
export const SEARCH_LESSONS = [
  {
    id: 'minimax',
    title: 'Minimax: what a tree is worth',
    text: [
      [
        'Two sides move in turn. MAX ▲ wants a large number, MIN ▼ a small one. A leaf ● is the end of the game, and its number is what MAX gets. The root belongs to MAX.',
      ],
      [
        'MIN takes the smallest of its children, MAX the largest. ',
        { show: `view=one&${TEXTBOOK}&a=minimax&time=9`, text: 'Minimax looks at every leaf' },
        ' and carries these numbers up to the root. Below the tree every leaf stands at its value; drag one up or down and see whether the value of the root changes.',
      ],
    ],
    questions: [
      {
        show: `view=one&${TEXTBOOK}&a=minimax`,
        ask: 'Nothing has been looked at yet. Point at the move that MAX should play at the root.',
        check: 'best-move',
        right: 'Yes: MIN can answer with 3 there, and with 2 everywhere else.',
        wrong: 'MIN answers with the smallest number below that move. Which move has the largest such number?',
      },
      {
        show: `view=one&${TEXTBOOK}&a=minimax&time=9`,
        ask: 'Which leaf will be reached if both sides play their best?',
        check: 'best-leaf',
        right: 'Yes. The value of the root is the value of this leaf.',
        wrong: 'Go down from the root: the best move of MAX, then the best answer of MIN.',
      },
      {
        show: `view=one&${THREE}&a=minimax&time=81`,
        ask: 'A larger tree. Point at a move at the root that is the worst for MAX.',
        check: 'worst-move',
        right: 'Yes, that one has the smallest value.',
        wrong: 'Compare the numbers beside the three children of the root.',
      },
    ],
  },
  {
    id: 'cuts',
    title: 'Why alpha-beta cuts',
    text: [
      [
        'Alpha-beta leaves a node as soon as one side has something better elsewhere. ',
        { show: `view=one&${TEXTBOOK}&a=alpha-beta&time=4&events=12`, text: 'Here is the first cut' },
        ': below the second move MIN has found 2, but MAX already has 3 at the root. Whatever the other two leaves are, MAX will not go there.',
      ],
      [
        'The arc leads from the cut to the node that holds the better value. The band in the skyline is the window: only a value inside it still matters. ',
        { show: `view=two&${THREE}&a=alpha-beta&b=minimax&time=20`, text: 'On a larger tree' },
        ' it closes again and again. Shift and → go from cut to cut.',
      ],
    ],
    questions: [
      {
        show: `view=one&${TEXTBOOK}&a=alpha-beta&time=4&events=12`,
        ask: 'Point at the node that holds the better value, because of which MAX stays away.',
        check: 'holder',
        right: 'Yes: MAX has 3 there.',
        wrong: 'Read the sentence below the tree, or follow the arc.',
      },
      {
        show: `view=one&${TEXTBOOK}&a=alpha-beta`,
        ask: 'The search has not begun. Point at a leaf that alpha-beta will never look at.',
        check: 'unseen-leaf',
        right: 'Yes. It is left out by the cut at the second move.',
        wrong: 'Alpha-beta goes from left to right. After which leaf is a move refuted?',
      },
      {
        show: `view=one&${THREE}&a=alpha-beta&time=40&events=148`,
        ask: 'Point at the node that holds the better value in this cut. It is far above.',
        check: 'holder',
        right: 'Yes. A value that is held three plies above cuts as well as one that is held next door: a deep cut.',
        wrong: 'The side that does not move at the cut node holds it. Follow the arc.',
      },
    ],
  },
  {
    id: 'null-windows',
    title: 'Null windows and the wall of refutations',
    text: [
      [
        'A window with nothing inside asks one question: is the value at least this? ',
        { show: `view=one&${THREE}&a=pvs&time=20`, text: 'PVS' },
        ' searches the first move with an open window, and asks of every other move only whether it is better. In the skyline the question is one line.',
      ],
      [
        'The answer is mostly no, and a no is cheap: to refute a move, MIN needs one good answer at each of its nodes. These refutations stand side by side like a wall. Only where the answer is yes, PVS has to search again.',
      ],
    ],
    questions: [
      {
        show: `view=one&${FOUR}&a=pvs&time=140`,
        ask: 'Point at a node that PVS searched a second time.',
        check: 'searched-again',
        right: 'Yes. The question was answered with yes there, so its value had to be found.',
        wrong: 'Go through the events and look for the words “searches … again”. As table (T) lists them.',
      },
      {
        show: `view=one&${THREE}&a=scout&time=60`,
        ask: 'Point at a leaf that Scout looked at more than once.',
        check: 'seen-twice',
        right: 'Yes: first for the test, then for the value.',
        wrong: 'Leaves are seen twice below a node whose test was answered with yes.',
      },
      {
        show: `view=one&${TEXTBOOK}&a=minimax&time=9`,
        ask: 'Point at an answer of MIN that refutes a move: it keeps MAX from getting more there than the best move gives.',
        check: 'refuter',
        right: 'Yes. One such answer is enough; the others need not be looked at.',
        wrong: 'It must be below a move that is not the best one, and at most as large as the value of the root.',
      },
    ],
  },
  {
    id: 'best-first',
    title: 'Best first: SSS* and its list',
    text: [
      [
        'SSS* does not go from left to right. It keeps a list, OPEN, of all that it could go on with, each with a merit: the most that MAX could still get there. It always takes the entry with the highest merit.',
      ],
      [
        { show: `view=two&${THREE}&a=alpha-beta&b=sss-star&time=19`, text: 'Beside alpha-beta' },
        ' it jumps over the whole tree, and its line in the skyline only ever falls. Rings mark what is in OPEN. It never looks at a leaf that alpha-beta leaves out, but it remembers much more.',
      ],
    ],
    questions: [
      {
        show: `view=two&${THREE}&a=alpha-beta&b=sss-star&time=40`,
        ask: 'Both have ended. Point at a leaf that alpha-beta looked at and SSS* did not.',
        check: 'only-first',
        right: 'Yes. The merit fell below the value before SSS* came there.',
        wrong: 'Compare the two skylines: coloured on the left, faint on the right.',
      },
      {
        show: `view=one&${THREE}&a=sss-star&time=12`,
        ask: 'Point at the leaf that SSS* looks at next.',
        check: 'next-leaf',
        right: 'Yes: it belongs to the entry with the highest merit.',
        wrong: 'The first entry of OPEN goes on. Go one event at a time (→) if you want to see how.',
      },
      {
        show: `view=one&${THREE}&a=sss-star&time=24`,
        ask: 'After which leaf was something proved of the root for the first time?',
        check: 'first-bound',
        right: 'Yes. One leaf for each answer of MIN along every move: then MAX can get no more than that.',
        wrong: 'Look at the squeeze above the lane: where does the line begin?',
      },
    ],
  },
  {
    id: 'ordering',
    title: 'Order is everything',
    text: [
      [
        'The same leaves in another order: ',
        { show: `view=one&${TEXTBOOK}&a=alpha-beta&time=7`, text: 'with the best move first' },
        ' alpha-beta looks at 7 of 9 leaves, ',
        { show: `view=one&${WORST}&a=alpha-beta&time=9`, text: 'with the best move last' },
        ' at all of them. A cut needs something better that was found before.',
      ],
      [
        'With a perfect order about the square root of all leaves is enough. So programs spend much on guessing the best move: the table, captures, moves that cut elsewhere.',
      ],
    ],
    questions: [
      {
        show: `view=one&${WORST}&a=alpha-beta&time=9`,
        ask: 'Point at a move at the root that was better than all before it when it was searched.',
        check: 'improved',
        right: 'Yes. In a good order only the first move is.',
        wrong: 'Watch the number beside the root: at which moves does it rise?',
      },
      {
        show: 'view=two&game=uniform&position=w=3,d=4,values=99,seed=4,order=perfect&a=alpha-beta&b=sss-star&time=17',
        ask: 'In perfect order alpha-beta needs no more than SSS*. Point at a leaf that both of them look at.',
        check: 'both-see',
        right: 'Yes. These leaves prove the value, and nothing smaller could.',
        wrong: 'It must be coloured in both panes.',
      },
    ],
  },
];
