import { newMatching, newRightAnswer, newSingle, newTrueFalse } from '../questions.ts'
import { bullets, heading, picture, steps, tip, warning } from '../writing.ts'
import type { DemoCourse } from '../course.ts'

export const homeTalks: DemoCourse = {
  title: 'Talking With Your Child About Their Day',
  description:
    'How to hear more than “fine”: questions that open, silence that helps, and what to do when a child tells you something that worries you.',
  category: 'teamwork-communication',
  level: 'beginner',
  audience: 'families',
  status: 'published',
  isFeatured: false,
  cover: 'listening',
  tags: ['parents', 'listening', 'safety'],
  objectives: [
    'Ask so that a child wants to tell',
    'Listen without mending everything at once',
    'React calmly when something is wrong, and know whom to tell',
  ],
  prerequisites: [],
  chapters: [
    {
      title: 'More than “fine”',
      description: 'Questions, and the time for them.',
      lessons: [
        {
          kind: 'article',
          title: 'Ask for a scene, not for a mark',
          about: 'Why “How was it?” gets one word, and what gets a story.',
          minutes: 5,
          isPreview: true,
          body: [
            '“How was it?” asks a tired child to sum up three hours. “Fine” is a fair answer. Ask for one scene instead, and ask it sideways: in the car, while you cook, when nobody has to look at anybody.',
            bullets(
              '“What did you build first?”',
              '“Who sat beside you?”',
              '“What made somebody laugh?”',
              '“Was there a moment when you wanted to leave?”',
            ),
            tip('One question, then wait. Count to ten in silence. Most of us ask the next one after two.'),
            heading('And when nothing comes?'),
            'Tell a scene of your own day, a small one that did not go well. Children learn from it that such things may be told here.',
          ],
        },
        {
          kind: 'interactive',
          title: 'An evening talk',
          about: 'Three moments at the kitchen table. What you say decides what you hear.',
          minutes: 8,
          body: [
            'Choose what you would say, and see what Mia does. You can try the other answers too: nobody counts. If you leave in the middle, you go on there next time.',
          ],
          file: 'evening-talk.zip',
          height: 720,
        },
      ],
    },
    {
      title: 'When it is not fine',
      description: 'Something worries you.',
      lessons: [
        {
          kind: 'article',
          title: 'If your child tells you something serious',
          about: 'Four steps, the first of which is to breathe.',
          minutes: 6,
          body: [
            picture(
              'stop-tell',
              'Four signs: a hand, a camera with a lock, a barrier, two people talking.',
              'Children learn these four in their own course.',
            ),
            steps(
              '**Stay calm.** Your face is the first answer that they get.',
              '**Believe, and say so.** “I am glad you told me. It is not your fault.”',
              '**Ask little.** Who, what, when: enough to know whether somebody is in danger. The rest is for people who are trained for it.',
              '**Tell the program.** Every organization has somebody who looks after safeguarding; any instructor can say who. If a child is in danger now, call the emergency number first.',
            ),
            warning(
              'Do not promise to keep it secret, and do not speak to the person it is about. Write down the words your child used, with the day and the hour.',
            ),
          ],
        },
        {
          kind: 'quiz',
          title: 'What would you do?',
          about: 'Four questions from kitchens like yours.',
          minutes: 5,
          body: ['As often as you like. Read the reasons: they matter more than the points.'],
          questions: [
            newSingle(
              'Which question is likeliest to get a story?',
              [
                '“How was it?”',
                newRightAnswer('“Who did you build with today?”'),
                '“Did you behave?”',
                '“Was it fun?”',
              ],
              'It asks for one scene, and cannot be answered with one word.',
            ),
            newTrueFalse(
              'If a child asks you to keep a serious matter secret, you promise it, so that they go on telling.',
              false,
              'A promise that you have to break costs more trust than an honest “I can’t keep that alone”.',
            ),
            newSingle(
              'Your child tells you that an adult there scares them. What is first?',
              [
                'You ring the adult and ask what happened',
                newRightAnswer('You thank your child for telling, and call the program’s safeguarding lead'),
                'You wait whether it happens again',
                'You ask other parents in the chat',
              ],
              'The people who are trained for it need to know first, and the adult it is about must not be warned.',
            ),
            newMatching(
              'What does the child hear?',
              [
                ['“But you love robotics!”', 'My feeling is wrong'],
                ['“Tell me.”', 'There is time for me'],
                ['“I’ll call them right now!”', 'I have made trouble'],
              ],
              'What we mean and what arrives are two things.',
            ),
          ],
        },
      ],
    },
  ],
}
