// @ts-check
// Lessons 6 to 10: many processors, memory, and puzzles.

/** @typedef {import('theatre/lessons').Lesson} Lesson */

const THREE = 'game=uniform&position=w=3,d=4,values=99,seed=4,order=50';
const FOUR = 'game=uniform&position=w=4,d=4,values=99,seed=1,order=60';
const TILES = 'game=tiles&position=3x3:3+1+2+6+4+0+5+7+8';

/** @type {readonly Lesson[]} */
export const MORE_LESSONS = [
  {
    id: 'parallel',
    title: 'Many processors, and what is done in vain',
    text: [
      [
        'Eight processors share a tree. ',
        { show: `view=one&${FOUR}&a=young-brothers&am=sim:8&time=34`, text: 'Young brothers wait' },
        ': when the first child of a node is done, idle processors take its siblings. Badges in the tree tell which processor is where; each has a lane below.',
      ],
      [
        'Hatched work was done in vain: a cut came later and showed that it was not needed. Empty lanes are waiting. ',
        { show: `view=two&${FOUR}&a=pvs&b=young-brothers&bm=sim:8&time=30`, text: 'Beside a search on one processor' },
        ', on the same clock, you see what eight of them gain. It is not eight times.',
      ],
    ],
    questions: [
      {
        show: `view=one&${FOUR}&a=young-brothers&am=sim:8&time=34`,
        ask: 'Point at a node where a processor is at this moment.',
        check: 'at-work',
        right: 'Yes.',
        wrong: 'The badges with numbers are processors.',
      },
      {
        show: `view=one&${FOUR}&a=young-brothers&am=sim:8&time=58`,
        ask: 'Point at a node below which work was done in vain. Point at a hatched bar to see its node.',
        check: 'wasted',
        right: 'Yes. Its siblings made it needless while it was searched.',
        wrong: 'Move over the hatched bars of the lanes: the node of a bar is named, and ringed in the tree.',
      },
    ],
  },
  {
    id: 'key-nodes',
    title: 'Key nodes: what every proof needs',
    text: [
      [
        'To prove a value one needs, for MAX, one move at each node of MAX and all answers of MIN, and the same for MIN. The nodes of these two trees are the key nodes. ',
        { show: `view=one&${THREE}&a=key-node&am=sim:4`, text: 'The key node method' },
        ' gives each of them to a processor, and tells values upwards as soon as there are any.',
      ],
      [
        'Whatever a search does, it cannot do without such a set of leaves. ',
        { show: 'view=all&game=uniform&position=w=3,d=4,values=99,seed=4,order=50&time=81', text: 'All searches on one tree' },
        ': the columns that all rows share are that set.',
      ],
    ],
    questions: [
      {
        show: `view=two&${THREE}&a=dual-star&b=sss-star&time=40`,
        ask: 'DUAL* and SSS* come from opposite sides. Point at a leaf that both of them need.',
        check: 'both-see',
        right: 'Yes.',
        wrong: 'It must be coloured in both panes.',
      },
      {
        show: `view=two&${THREE}&a=dual-star&b=sss-star&time=40`,
        ask: 'And one that neither of them looks at.',
        check: 'neither-sees',
        right: 'Yes. The value of this leaf does not matter: drag it, and nothing changes.',
        wrong: 'It must be faint in both panes.',
      },
    ],
  },
  {
    id: 'deepening',
    title: 'Deeper and deeper: a first guess',
    text: [
      [
        'Programs search one ply deep, then two, then three. That costs little, because each ply is much larger than all before, and the value of the last search is a good guess for the next one.',
      ],
      [
        'MTD(f) lives on such guesses. With a good one, ',
        { show: `view=two&${THREE}&a=mtd-f,first-guess=32&b=mtd-f,first-guess=-90&time=40`, text: 'on the left' },
        ', two questions are enough: at least 32? at least 33? With a bad one, on the right, it has to climb.',
      ],
    ],
    questions: [
      {
        show: `view=two&${THREE}&a=mtd-f,first-guess=-90&b=mtd-f,first-guess=32&time=60`,
        ask: 'Point at a leaf that only the search with the bad guess looked at.',
        check: 'only-first',
        right: 'Yes: work that a better guess would have saved.',
        wrong: 'The bad guess is on the left. The leaf must be coloured there, and faint on the right.',
      },
      {
        show: 'view=one&game=connect4&position=44&depth=3&a=negascout&time=400',
        ask: 'Connect Four, three plies deep. Point at the move that this search would play. A deeper search tries it first.',
        check: 'best-move',
        right: 'Yes.',
        wrong: 'Follow the thick line at the root.',
      },
    ],
  },
  {
    id: 'tables',
    title: 'Tables: what has been proved stays',
    text: [
      [
        'A search by questions comes to the same nodes again and again. With a table it keeps what it has proved of each, and a question that is answered already costs nothing. ',
        { show: `view=one&${THREE}&a=mt-sss&time=24`, text: 'MT-SSS*' },
        ' asks falling questions and remembers: then it looks at the very leaves of SSS*, in the same order, without a list.',
      ],
      [
        { show: `view=two&${THREE}&a=mt-sss&b=sss-star&time=24`, text: 'Side by side' },
        ' you cannot tell their skylines apart. That was a surprise in 1996.',
      ],
    ],
    questions: [
      {
        show: `view=one&${THREE}&a=mt-sss&time=24`,
        ask: 'Point at a node for which the table gave an answer.',
        check: 'recalled',
        right: 'Yes. What was proved on an earlier visit was enough.',
        wrong: 'Go back event by event, or as table (T): the sentence begins with “remembers”.',
      },
      {
        show: `view=two&${THREE}&a=alpha-beta&b=mt-sss&time=40`,
        ask: 'Point at a leaf that alpha-beta looks at, and MT-SSS* does not.',
        check: 'only-first',
        right: 'Yes. They are the leaves that SSS* saves, too.',
        wrong: 'Coloured on the left, faint on the right.',
      },
    ],
  },
  {
    id: 'puzzles',
    title: 'Puzzles: one side, no opponent',
    text: [
      [
        'In a puzzle nobody answers. A state has a total: the moves so far, and the least that is still needed, by an estimate that is never too high. ',
        { show: `view=one&${TILES}&a=ida-star&time=14`, text: 'IDA*' },
        ' goes down as long as the total is within a bound. If it finds nothing, it begins again with the least total that it left out. Below the tree states are counted by their totals: filled are those expanded in this round, outlined those left for later.',
      ],
      [
        { show: `view=two&${TILES}&a=ida-star&b=a-star&time=60`, text: 'A*' },
        ' keeps all that it has generated, and always expands the least total. It expands fewer states, but it must remember them all. IDA* remembers one line.',
      ],
    ],
    questions: [
      {
        show: `view=one&${TILES}&a=ida-star&time=200`,
        ask: 'Point at the state in which the puzzle is solved.',
        check: 'goal',
        right: 'Yes. The thick line leads there.',
        wrong: 'It is at the end of the thick line.',
      },
      {
        show: `view=one&${TILES}&a=ida-star&time=200`,
        ask: 'Point at a state that IDA* expanded in more than one round.',
        check: 'again',
        right: 'Yes. That is the price of remembering nothing.',
        wrong: 'All rounds begin at the root. Which states have a total so small that an earlier round reached them, too?',
      },
      {
        show: `view=one&${TILES}&a=ida-star&time=14`,
        ask: 'Point at the state that IDA* expands next.',
        check: 'next-leaf',
        right: 'Yes.',
        wrong: 'It goes down first, and only then to the side. Go one event on (→) to see it.',
      },
    ],
  },
];
