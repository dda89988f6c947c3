import { newRightAnswer, newSingle, newTrueFalse } from '../questions.ts'
import { bullets, heading, steps, tip, warning } from '../writing.ts'
import type { DemoCourse } from '../course.ts'

/** An organization's own: what its instructors need to know of the house that they teach in. */
export const houseRules: DemoCourse = {
  title: 'How We Do Things Here',
  description:
    'Keys, doors, late parents and the first-aid box: what every instructor of our house knows before the first group comes in.',
  category: 'teamwork-communication',
  level: 'beginner',
  audience: 'instructors',
  status: 'published',
  isFeatured: false,
  cover: 'calm-room',
  tags: ['house', 'welcome'],
  objectives: ['Open and close the rooms', 'Hand every child over to the right person', 'Know whom to call'],
  prerequisites: [],
  chapters: [
    {
      title: 'The house',
      description: 'Before the first child is there.',
      lessons: [
        {
          kind: 'article',
          title: 'Opening the rooms',
          about: 'Ten minutes that make an afternoon calm.',
          minutes: 5,
          isPreview: true,
          body: [
            'Be there twenty minutes before your group. The key hangs in the box beside the office door; write your name on the list when you take it.',
            heading('In this order'),
            steps(
              'Open the windows for five minutes.',
              'Look along the floor and the window sills for what small hands should not find.',
              'Count the chairs, and put away those that are too many.',
              'Lay the materials out where the children will work with them, not at the door.',
            ),
            tip('Children who find a task on the table begin by themselves, and you can greet the next one.'),
          ],
        },
        {
          kind: 'article',
          title: 'Whom to call',
          about: 'Three numbers, and when each is right.',
          minutes: 4,
          body: [
            bullets(
              '**112** where somebody is badly hurt or in danger. Call first, and tell the office afterwards.',
              '**The office** for everything else that you cannot settle within five minutes.',
              '**The safeguarding lead** where something a child says or shows worries you, on the same day.',
            ),
            warning('Do not drive a child to a doctor yourself. Somebody stays with the group, always.'),
          ],
        },
      ],
    },
    {
      title: 'Going home',
      description: 'The last quarter of an hour.',
      lessons: [
        {
          kind: 'article',
          title: 'When a parent is late',
          about: 'Nobody waits alone.',
          minutes: 5,
          body: [
            'Children go home with the people who are named for them, and with nobody else, however friendly. Where somebody comes whom you do not find in the list, call a parent before you let the child go.',
            heading('After ten minutes'),
            steps(
              'Call the first contact, then the second.',
              'Tell the office that you are waiting, and with whom.',
              'Stay where others see you, and find something to do together. It is not the child’s fault.',
            ),
          ],
        },
        {
          kind: 'quiz',
          title: 'Two things to be sure of',
          about: 'For practice, as often as you like.',
          minutes: 3,
          body: ['Answer without looking back.'],
          questions: [
            newSingle(
              'An aunt whom you have met before comes for a child, and she is not in the list. What do you do?',
              [newRightAnswer('Call a parent first'), 'Let the child go, since you know her', 'Send her away'],
              'She may well be right. The list is what parents have decided, and a call settles it.',
            ),
            newTrueFalse(
              'You may take a child with a broken arm to the doctor in your own car.',
              false,
              'The group would be alone, and nobody could help you on the way. Call 112.',
            ),
          ],
        },
      ],
    },
  ],
}
