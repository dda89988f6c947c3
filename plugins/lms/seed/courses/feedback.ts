import { newEssay, newMatching, newRightAnswer, newMultiple, newSingle, newTrueFalse } from '../questions.ts'
import { bullets, heading, picture, quote, table, tip } from '../writing.ts'
import type { DemoCourse } from '../course.ts'

export const feedback: DemoCourse = {
  title: 'Giving Feedback That Helps',
  description:
    'Praise the work and not the talent, ask before you tell, wait longer than is comfortable, and write comments that a child can do something with tomorrow.',
  category: 'teamwork-communication',
  level: 'intermediate',
  audience: 'instructors',
  status: 'published',
  isFeatured: false,
  cover: 'feedback',
  tags: ['feedback', 'assessment', 'questions'],
  objectives: [
    'Say what you see, what it does and what comes next',
    'Wait three seconds after a question',
    'Use a rubric so that children know the goal before they start',
    'Lead children to give each other useful feedback',
  ],
  prerequisites: [],
  chapters: [
    {
      title: 'Saying it',
      description: 'Words that help and words that stop.',
      lessons: [
        {
          kind: 'article',
          title: 'See, effect, next',
          about: 'Three sentences instead of “well done”.',
          minutes: 8,
          isPreview: true,
          body: [
            '“Well done!” is warm and tells a child nothing. “Clever girl!” is worse: it praises something she can’t do anything about, and the next hard task becomes a danger to her name. Say what you see, what it does, and what could come next.',
            picture(
              'see-effect-next',
              'Three speech bubbles in a row: an eye, a ripple, an arrow.',
              'What I see. What it does. What comes next.',
            ),
            table(
              ['Instead of', 'Say'],
              [
                '“Great bridge!”',
                '“You doubled the sticks in the middle. That’s where it broke last week, and now it holds. What about the ends?”',
              ],
              ['“You’re a natural at this.”', '“You tried four ways before it worked. Which of them taught you most?”'],
              ['“That’s wrong.”', '“The lamp stays dark. Follow the wire with your finger: where does it stop?”'],
              ['“Work more neatly.”', '“I can’t tell your 4 from your 9 here. Which one is it?”'],
            ),
            heading('How much'),
            'One thing at a time. Nobody can mend five. Choose the one that opens the way to the others, and keep the rest for another day.',
            heading('When'),
            'While it can still be changed. A comment on finished work is a verdict; a comment on half-finished work is help.',
          ],
        },
        {
          kind: 'audio',
          title: 'Three seconds',
          about: 'Hear how long three seconds are.',
          minutes: 3,
          body: [
            'Most of us wait about one second after a question before we ask the next child or answer it ourselves. Studies of classrooms since the 1970s have found again and again: with three seconds or more answers get longer, more children take part, and fewer say “I don’t know”.',
            'You will hear a tone for the question and a higher one for the earliest moment at which you may speak again, five times. Breathe in and out slowly in between. Do it before your next session.',
          ],
          file: 'three-seconds.wav',
          transcript:
            'A low tone, three seconds of silence, a higher tone. Two seconds of rest. The same, five times in all.',
        },
        {
          kind: 'quiz',
          title: 'Which one helps?',
          about: 'Four comments on real work, and one of your own.',
          minutes: 8,
          body: ['Practice. The last question has no right answer: write it as you would say it.'],
          questions: [
            newSingle(
              'Ben has programmed a game in which the player can’t lose. What do you say?',
              [
                '“Super, Ben!”',
                newRightAnswer(
                  '“I played for two minutes and nothing could stop me. How would a player know that it’s over?”',
                ),
                '“A game needs a way to lose, put in lives.”',
                '“Look how Amira has done it.”',
              ],
              'It says what you saw and what it does, and leaves the next step to Ben.',
            ),
            newMultiple(
              'Which of these praise something the child can decide about?',
              [
                newRightAnswer('“You checked it twice.”'),
                '“You’re so gifted.”',
                newRightAnswer('“You asked Lin when you were stuck.”'),
                '“You’re the best in the group.”',
              ],
              'Effort, care, strategy and asking for help can be chosen again tomorrow.',
            ),
            newTrueFalse(
              'Feedback helps most after the work has been handed in and graded.',
              false,
              'It helps most while it can still be used. With a grade beside it, most children read the grade alone.',
            ),
            newMatching(
              'Which question belongs to which moment?',
              [
                ['Before the work', 'How will we know that it is good?'],
                ['In the middle', 'What have you tried, and what happened?'],
                ['At the end', 'What would you do differently?'],
              ],
              'The goal belongs at the beginning, not in the verdict.',
            ),
            newEssay(
              'Zoe, 8, shows you her third paper bridge. It bends but holds six books; the first held two. Write what you say to her, in at most three sentences.',
              'Compare with: what do I see, what does it do, what comes next? Is there one next step only?',
            ),
          ],
        },
      ],
    },
    {
      title: 'Goals that everybody can see',
      description: 'Rubrics and feedback among children.',
      lessons: [
        {
          kind: 'article',
          title: 'A rubric in plain words',
          about: 'Three lines, three steps, written so that a child could use it.',
          minutes: 8,
          body: [
            'A rubric says what good work looks like before anybody begins. Three criteria are enough; more are read by nobody. Write down what can be **seen**, and describe the middle step first: it is what most will reach.',
            table(
              ['', 'Not yet', 'There', 'Beyond'],
              ['The robot', 'Leaves the line', 'Comes round once', 'Comes round on a track it doesn’t know'],
              ['The notes', 'Nothing measured', 'Three numbers written down', 'Numbers explain a change'],
              ['The pair', 'One works', 'Both have driven', 'Either can explain all of it'],
            ),
            tip(
              'Show two finished works, one good and one middling, and let the children write the rubric. They are stricter than you, and they will remember it.',
            ),
            bullets(
              'No criterion for things that money buys.',
              'No criterion for behaviour in the same table as the work.',
              'Leave out what you would not say to the child’s face.',
            ),
          ],
        },
        {
          kind: 'article',
          title: 'Children help each other',
          about: 'Kind, specific, useful: in that order.',
          minutes: 7,
          body: [
            'Children take more from each other than from us, if they know how. Teach it with a work of your own that has obvious faults, and let them practise on you.',
            bullets(
              '**Kind:** about the work, never about the person. Begin with something that you would like to steal.',
              '**Specific:** point to the place. “Here, where the wheel touches.”',
              '**Useful:** something that can be done in the next ten minutes.',
            ),
            quote(
              'I like how your title page tells where the film was made. I got lost when the dog came in. Maybe show him once before?',
              'Ines, 11, on a classmate’s film for “Three Minutes Close to Home”',
            ),
            'The one who receives says “Thank you” and nothing else, and decides alone what to take. Nobody has to read out what was said about the work.',
          ],
        },
        {
          kind: 'assignment',
          title: 'Three comments, rewritten',
          about: 'Take three comments that you have given and make them better.',
          minutes: 25,
          body: [
            'Recall or look up three comments that you have given in your last sessions. For each, hand in the original, a new version by “see, effect, next”, and one line on what you changed and why. Leave out names.',
            'It will be read by a colleague, who writes back by the same rule.',
          ],
          handIn: ['text'],
          due: { days: 21, lateness: 10 },
          rubric: [
            {
              name: 'What I see',
              levels: [
                ['A judgement', 0],
                ['An observation, but vague', 1],
                ['An observation that points to a place in the work', 3],
              ],
            },
            {
              name: 'What comes next',
              levels: [
                ['Nothing, or a list', 0],
                ['One step, given', 2],
                ['One step, found by a question', 3],
              ],
            },
            {
              name: 'Why',
              levels: [
                ['Missing', 0],
                ['Says what was changed', 1],
                ['Says what it will do for the child', 2],
              ],
            },
          ],
        },
      ],
    },
  ],
}
