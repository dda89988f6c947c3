import { newSlides, type Paper } from './paper.ts'
import { sheets } from './sheets.ts'

const signs = newSlides('signs-worth-noticing', 'Signs worth noticing', '#0f766e', [
  {
    title: 'Signs worth noticing',
    lines: [
      'No sign proves anything by itself.',
      'What matters: a **change**, a **pattern**, an **explanation that doesn’t fit**.',
    ],
  },
  {
    title: 'Know what is usual',
    lines: [
      'How does this child arrive, play, eat, say goodbye?',
      'A quiet child who is quiet is no sign. A loud child who turns quiet may be.',
    ],
  },
  {
    title: 'Physical abuse',
    lines: [
      'Marks in places that rarely get hurt in play: ears, neck, belly, back, upper arms, thighs',
      'Marks in a shape: a hand, a belt, a round burn',
      'Stories that change or don’t fit',
      'Long sleeves on hot days, flinching, fear of going home',
    ],
  },
  {
    title: 'Emotional abuse',
    lines: [
      'Speaks of itself as stupid or worthless',
      'Terrified of mistakes',
      'Much too grown-up, or much too young',
      'Adults who mock, threaten or ignore the child in front of you',
    ],
  },
  {
    title: 'Sexual abuse',
    lines: [
      'Words or games that don’t fit the age',
      'Pain in walking or sitting',
      'Presents, money or a phone from someone unnamed',
      'A sudden fear of one person or place',
    ],
  },
  {
    title: 'Neglect',
    lines: [
      'Hungry, tired, dirty, without warm clothes, week after week',
      'Illness or teeth that no one has looked at',
      'No one comes, no one can be reached',
      'Being poor is not neglect.',
    ],
  },
  {
    title: 'Between children',
    lines: [
      'Bullying, also online',
      'Hitting, threats, taking things',
      'Sexual acts or pictures that one of them does not want',
      'Both need help. It’s never “just a joke”.',
    ],
  },
  {
    title: 'Easily overlooked',
    lines: [
      'Disabled children: a sign is put down to the disability',
      'Children who look after a parent',
      'Children who talk and talk, and never about themselves',
      'Boys',
    ],
  },
  {
    title: 'Adults, too',
    lines: [
      'Favourites, secrets, private messages',
      'Lifts, presents, being alone with one child',
      'Rules that “don’t count for me”',
      'Tell the safeguarding lead about small things as well.',
    ],
  },
  {
    title: 'You have noticed something',
    lines: [
      'Tell the safeguarding lead **today**.',
      'Write down what you saw and heard, with time and place.',
      'Danger now? The emergency number first.',
      'Tell no one else.',
    ],
  },
])

const robotics = newSlides('four-robotics-sessions', 'Four robotics sessions at a glance', '#1d4ed8', [
  {
    title: 'Four robotics sessions at a glance',
    lines: ['Line-Following Robot, grades 4 to 7', 'Four times 90 minutes, one kit for two'],
  },
  {
    title: 'Before the first one',
    lines: [
      'Charge and count: kits, batteries, cables',
      'Build one robot yourself, and break it',
      'Tape a track; leave it lying for the four weeks if you can',
      'Cards with “driver” and “navigator”',
    ],
  },
  {
    title: '1  Build and drive',
    lines: [
      'Build the chassis from the plan',
      'Drive a square of one metre',
      '**At the end:** every robot drives, and each child has driven it',
    ],
  },
  {
    title: '2  Measure',
    lines: [
      'White, black, edge: write down three numbers',
      'Again by the window: why are they different?',
      '**At the end:** each pair has a table and a border',
    ],
  },
  {
    title: '3  Sense, decide, act',
    lines: [
      'The rule with three lines, first with a child as the robot and a rope as the line',
      'Then in code',
      '**At the end:** the robot stays on a straight line and one bend',
    ],
  },
  {
    title: '4  The unknown track',
    lines: [
      'No one has seen it before',
      'Three tries; between them one change, written down',
      '**At the end:** each pair says what it changed and why',
    ],
  },
  {
    title: 'If time gets short',
    lines: [
      'Keep: measuring, changing seats, one change at a time',
      'Drop: decoration, speed, the sharp bend',
      'Never drop: ten minutes for clearing up',
    ],
  },
  {
    title: 'Safe',
    lines: [
      'No loose batteries in bags or pockets',
      'Lithium packs: adults charge them; swollen ones go outside',
      'Button cells and magnets: closed tin, counted',
      'Hair tied back, sleeves up',
    ],
  },
])

/** All papers, which are printed or shown page by page. */
export const papers: readonly Paper[] = [signs, robotics, ...sheets]
