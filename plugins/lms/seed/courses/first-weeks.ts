import { bullets, heading, picture, table, tip } from '../writing.ts'
import { newRightAnswer, newMultiple, newSingle } from '../questions.ts'
import type { DemoCourse } from '../course.ts'

export const firstWeeks: DemoCourse = {
  title: 'Your Child’s First Weeks With Us',
  description:
    'What happens in a session, what to pack, when to write to us, and how to let go at the door. For parents and others who care for a child.',
  category: 'teamwork-communication',
  level: 'beginner',
  audience: 'families',
  status: 'published',
  isFeatured: false,
  cover: 'first-session',
  tags: ['parents', 'getting started'],
  objectives: [
    'Know what a session looks like from beginning to end',
    'Report absences, allergies and who picks up your child',
    'Make the goodbye at the door short and kind',
  ],
  prerequisites: [],
  chapters: [
    {
      title: 'Before the first day',
      description: 'What we need, and what your child needs.',
      lessons: [
        {
          kind: 'article',
          title: 'Ten minutes of paper',
          about: 'What you fill in here, and why we ask.',
          minutes: 4,
          isPreview: true,
          body: [
            'Three things here make your child’s first day safe. They take ten minutes, and you find all of them with your child’s name.',
            table(
              ['What', 'Why'],
              ['Health and emergency data', 'If your child is allergic, the instructor knows it before the snack does'],
              ['Who may pick up', 'Nobody else gets your child, however friendly they are'],
              ['Consents', 'Without your yes there is no picture of your child anywhere'],
            ),
            tip('Something changes? Change it there. A note in the lunch box gets lost.'),
          ],
        },
        {
          kind: 'article',
          title: 'What to pack',
          about: 'Less than you think.',
          minutes: 3,
          body: [
            bullets(
              'A bottle with water, with a name on it.',
              'Clothes that may get glue on them.',
              'Something to eat for the break, without nuts: there is always somebody.',
              'Medicine only after you have written it into the health data and told the instructor.',
            ),
            'Phones stay in the bag. If you have to reach your child, call us.',
          ],
        },
      ],
    },
    {
      title: 'The first weeks',
      description: 'At the door, and after.',
      lessons: [
        {
          kind: 'article',
          title: 'A session from door to door',
          about: 'Arriving, beginning, making, showing, leaving.',
          minutes: 5,
          body: [
            picture(
              'session-arc',
              'A line that rises from arriving to making, and comes down with showing and leaving.',
              'Every session has the same shape. Children who know it are calmer.',
            ),
            heading('At the door'),
            'Say goodbye once, say when you are back, and go. Children who cry at the door have mostly stopped before you are at your bicycle, and if not, we call you. A long goodbye tells a child that there is something to be afraid of.',
            heading('If your child cannot come'),
            'Report it here as soon as you know, for one day or for many. Then nobody has to look for a child who is at home with a cold.',
          ],
        },
        {
          kind: 'quiz',
          title: 'Ready?',
          about: 'Three questions.',
          minutes: 3,
          body: ['You can answer again as often as you like.'],
          questions: [
            newSingle(
              'A neighbour is going to pick up your child today for the first time. What do you do?',
              [
                'You tell your child',
                newRightAnswer('You add the neighbour to those who may pick up your child'),
                'Nothing: the instructor will see that they know each other',
              ],
              'Who is not on the list has to wait with your child until we have reached you.',
            ),
            newMultiple(
              'What belongs into the health data?',
              [
                newRightAnswer('An allergy to nuts'),
                newRightAnswer('An inhaler in the bag'),
                'A favourite colour',
                newRightAnswer('A number that we can always reach'),
              ],
              'Whatever somebody has to know in an emergency.',
            ),
            newSingle(
              'Your child cries at the door. What helps most often?',
              [
                'To stay until it is over',
                newRightAnswer('One goodbye, when you are back, and going'),
                'To slip out when nobody looks',
              ],
              'Slipping out teaches children to watch the door.',
            ),
          ],
        },
      ],
    },
  ],
}
