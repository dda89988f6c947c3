import {
  newEssay,
  newMatching,
  newOrdering,
  newRightAnswer,
  newMultiple,
  newSingle,
  newTrueFalse,
} from '../questions.ts'
import { bullets, heading, picture, quote, steps, table, tip } from '../writing.ts'
import type { DemoCourse } from '../course.ts'

export const debating: DemoCourse = {
  title: 'Debating: Two Sides of Everything',
  description:
    'Say what you think so that others can follow, answer what they really said, and find out that you can argue well for the other side. Goes with the project “Two Sides, One Room”.',
  category: 'critical-thinking-problem-solving',
  level: 'beginner',
  audience: 'students',
  status: 'published',
  isFeatured: true,
  cover: 'debating',
  tags: ['debating', 'speaking', 'Two Sides, One Room'],
  objectives: [
    'Build an argument from a point, a reason and evidence',
    'Answer in four steps',
    'Listen so that you could repeat it',
    'Tell an attack on a person from an answer to a point',
  ],
  prerequisites: [],
  chapters: [
    {
      title: 'Your side',
      description: 'Arguments that stand on their own feet.',
      lessons: [
        {
          kind: 'article',
          title: 'What is a debate?',
          about: 'A game with rules, in which you may be wrong.',
          minutes: 6,
          isPreview: true,
          body: [
            'A quarrel ends when somebody shouts or cries. A debate ends when the clock says so, and then you shake hands. There is a **motion**, a sentence that one can be for or against, such as “Homework should be abolished”. The **proposition** is for it, the **opposition** against it. Who is which is drawn by lot.',
            'By lot? Yes, and that is the best part. You find out how people think who don’t think like you. And since everybody knows that you drew your side, you can argue with all your heart, and nobody will hold it against you.',
            table(
              ['Who', 'What', 'Time'],
              ['First speaker for', 'Says what the words of the motion mean, two arguments', '3 minutes'],
              ['First speaker against', 'Answers, two arguments', '3 minutes'],
              ['Second speaker for', 'Answers, one new argument', '3 minutes'],
              ['Second speaker against', 'Answers, one new argument', '3 minutes'],
              ['One of each side', 'Sums up, nothing new', '1 minute'],
            ),
            heading('Three rules'),
            bullets(
              'Talk about what was said, not about who said it.',
              'One speaks. If you want to put a question, stand up and wait until you are called.',
              'You may change your mind. Afterwards, that is: during the debate stay on your side.',
            ),
          ],
        },
        {
          kind: 'article',
          title: 'Point, reason, evidence, link',
          about: 'Four bricks make an argument.',
          minutes: 8,
          body: [
            picture(
              'argument-bricks',
              'Four bricks on top of each other: point, reason, evidence, link.',
              'Take one out, and the wall falls.',
            ),
            table(
              ['Brick', 'It answers', 'Example: “Our school should start at nine”'],
              ['Point', 'What do you say?', 'A later start helps us learn.'],
              ['Reason', 'Why?', 'In our teens the body falls asleep later, so an early start cuts the night short.'],
              [
                'Evidence',
                'How do you know?',
                'When schools in Seattle began nearly an hour later in 2016, students slept about half an hour more.',
              ],
              [
                'Link',
                'So what?',
                'School is there for learning, and tired people learn badly. So it should start at nine.',
              ],
            ),
            'Most arguments lack the evidence, and nearly all lack the link. Evidence is something that others can check: a number with its source, an example that many know, what somebody says who knows about it. “Everybody knows that” is not evidence.',
            tip('Ask “So what?” after your argument. If you have an answer, say it: it is your link.'),
          ],
        },
        {
          kind: 'assignment',
          title: 'Build your wall',
          about: 'Two arguments for one motion, one on each side.',
          minutes: 30,
          body: [
            'Choose a motion: “Our town should ban cars on Sundays”, “Pets belong in the classroom”, “Everybody should learn to cook at school”. Build one argument for it and one against it, each with all four bricks, and write your source beside the evidence.',
            'Hand it in as text. Read it aloud first: where you run out of breath, the sentence is too long.',
          ],
          handIn: ['text'],
          due: { days: 21, lateness: 10 },
          rubric: [
            {
              name: 'All four bricks',
              levels: [
                ['Two or fewer', 0],
                ['Three', 2],
                ['All four, on both sides', 4],
              ],
            },
            {
              name: 'Evidence',
              levels: [
                ['“Everybody knows”', 0],
                ['An example', 1],
                ['Something that I could check, with its source', 3],
              ],
            },
            {
              name: 'Fair to both sides',
              levels: [
                ['One is a joke', 0],
                ['Both are serious', 2],
                ['I can’t tell which one you believe', 3],
              ],
            },
          ],
        },
      ],
    },
    {
      title: 'The other side',
      description: 'Listening, and answering what was said.',
      lessons: [
        {
          kind: 'article',
          title: 'Answer in four steps',
          about: '“They say, but, because, therefore.”',
          minutes: 7,
          body: [
            'You can only answer what you have heard. Fold your paper in two: left what they say, in three words each; right your answer. While they speak, your pen is busy and your mouth is shut.',
            steps(
              '**They say** … Repeat it fairly, so that they would nod.',
              '**But** … Say what is wrong: not true, not always, not important, or better solved in another way.',
              '**Because** … Give your reason and your evidence.',
              '**Therefore** … Say what it means for the motion.',
            ),
            quote(
              'They say that dogs in class help shy children. But not every shy child likes dogs: in our year two are afraid of them and one is allergic. Because of that, a dog would help some and lock others out. Therefore an animal that comes to visit, and not to stay, is better.',
              'Ravi, 12',
            ),
            heading('Unfair tricks, and their names'),
            bullets(
              '**Straw man:** you answer something that nobody said, because it’s easier.',
              '**Against the person:** you talk about who says it. “You only want that because you’re lazy.”',
              '**Either, or:** you pretend there were only two ways.',
              '**Slippery slope:** one small step, and in the end the world goes under, without saying how.',
            ),
          ],
        },
        {
          kind: 'quiz',
          title: 'Spot it',
          about: 'Six questions about bricks and tricks.',
          minutes: 7,
          body: ['Practise as often as you want.'],
          questions: [
            newOrdering(
              'Put the bricks in order.',
              ['Point', 'Reason', 'Evidence', 'Link'],
              'What, why, how do you know, so what.',
            ),
            newMatching(
              'Which trick is it?',
              [
                ['“You’re for bikes? Then you want to forbid ambulances!”', 'Straw man'],
                ['“You can’t even ride a bike.”', 'Against the person'],
                ['“If we allow phones at lunch, nobody will ever read again.”', 'Slippery slope'],
                ['“Either we ban cars, or we all suffocate.”', 'Either, or'],
              ],
              'If you can name a trick, you can answer it calmly.',
            ),
            newSingle(
              'Which of these is evidence?',
              [
                '“It’s obvious.”',
                '“My opinion is just as good.”',
                newRightAnswer('“The council counted 412 cars an hour on Mill Road in May.”'),
                '“Many people say so.”',
              ],
              'One can check it: who counted, where, when.',
            ),
            newMultiple(
              'What does the one do who sums up?',
              [
                newRightAnswer('Says which arguments are still standing'),
                'Brings the best new argument',
                newRightAnswer('Says where both sides agree'),
              ],
              'Nothing new at the end: nobody could answer it.',
            ),
            newTrueFalse(
              'In a debate you must really believe what you say.',
              false,
              'Sides are drawn by lot. You have to be fair and tell no lies, and that is enough.',
            ),
            newEssay(
              'They say: “Homework teaches us to work alone.” Answer in four steps.',
              'Did you repeat it fairly? Is there a reason? Does “therefore” lead back to the motion?',
            ),
          ],
        },
        {
          kind: 'discussion',
          title: 'Change my mind',
          about: 'Write one thing that you are sure of, and let others try.',
          minutes: 15,
          body: [
            'Write down one opinion that you are sure about and that hurts nobody: the best season, pineapple on pizza, whether homework helps. Give a reason. Then answer two others, with “They say, but, because, therefore”.',
            'Write about the point and never about the person. Leave out anything private about yourself or others. An instructor reads along.',
          ],
          replies: 2,
        },
        {
          kind: 'live_session',
          title: 'The evening debate',
          about: 'Two teams, one motion, families may listen.',
          minutes: 60,
          isRequired: false,
          body: [
            'The motion is announced a week before, the sides are drawn at the door. Whoever doesn’t want to speak keeps the time or judges: for that you need to listen best of all. The recording is only shown if all families of the speakers have agreed.',
          ],
          inDays: 21,
          at: '18:00',
          place: 'Library, reading room',
        },
      ],
    },
  ],
}
