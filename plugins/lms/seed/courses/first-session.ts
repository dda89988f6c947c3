import { newOrdering, newRightAnswer, newMultiple, newShortText, newSingle, newTrueFalse } from '../questions.ts'
import { bullets, heading, picture, quote, steps, table, tip } from '../writing.ts'
import type { DemoCourse } from '../course.ts'

export const firstSession: DemoCourse = {
  title: 'Your First Session: From Plan to Goodbye',
  description:
    'For new instructors and volunteers: plan ninety minutes that leave room for children, open the room before they come, keep a group with you without shouting, and end so that they want to come back.',
  category: 'teamwork-communication',
  level: 'beginner',
  audience: 'instructors',
  status: 'published',
  isFeatured: false,
  cover: 'first-session',
  tags: ['planning', 'group', 'new instructors'],
  objectives: [
    'Write a session plan with one aim and a spare activity',
    'Open and close a session with a routine that children know',
    'Use voice, place and signals to keep attention',
    'Handle disruption in steps, calmly and fairly',
  ],
  prerequisites: ['Safeguarding: Keeping Every Child Safe'],
  after: ['Safeguarding: Keeping Every Child Safe'],
  chapters: [
    {
      title: 'Before they come',
      description: 'One aim, a plan with air in it, a room that is ready.',
      lessons: [
        {
          kind: 'article',
          title: 'One aim, three parts',
          about: 'How to plan ninety minutes on one page.',
          minutes: 10,
          isPreview: true,
          body: [
            'New instructors plan too much. They know so much that they would like to give, and the clock always wins. Begin with one sentence: **When they leave, every child can …** If the sentence holds an “and”, you have two sessions.',
            table(
              ['Minutes', 'Part', 'What it is for'],
              [
                '0 to 10',
                'Arrival',
                'Something to do from the first second: a puzzle on the table, a part to sort. Whoever comes early has a good time; whoever is late misses nothing.',
              ],
              ['10 to 20', 'Opening', 'Circle, names, what we do today, one rule that matters today.'],
              ['20 to 70', 'Work', 'Show for five minutes, then hands on. A break for water at half time.'],
              ['70 to 80', 'Clearing up', 'Everybody, to music. It always takes longer than you think.'],
              ['80 to 90', 'Closing', 'Circle again: one thing I made, found out or got wrong. What comes next week.'],
            ),
            picture(
              'session-arc',
              'A curve over ninety minutes: low at arrival, rising through the opening, high and long in the work, falling through clearing up, and a small rise at the closing circle.',
              'The energy of a session. Plan the loud part for the top of the curve.',
            ),
            heading('Three questions that save a plan'),
            bullets(
              'What will the quickest child do after fifteen minutes? Have a “now try this” card ready.',
              'What will the child do who is lost? Know the smallest step that still counts as done.',
              'What if the kit doesn’t work? Have a spare activity that needs paper alone.',
            ),
            tip(
              'Projects of the catalogue come with times, materials and instructions. Copy the one you teach and strike out what you can do without.',
            ),
          ],
        },
        {
          kind: 'document',
          title: 'Session plan on one page',
          about: 'A template to print or to fill in, with an example on page two.',
          minutes: 5,
          body: [
            'The example is the second session of “Bridges That Hold”. See how few words it needs: a plan is for a glance while thirty hands are up.',
          ],
          file: 'session-plan.pdf',
        },
        {
          kind: 'assignment',
          title: 'Plan a session',
          about: 'Plan your next session, or an invented one, on one page.',
          minutes: 40,
          body: [
            'Use the template, or your own form. Plan ninety minutes for a group of twelve on a project of your choice from the catalogue.',
            steps(
              'Write the one sentence: “When they leave, every child can …”',
              'Fill in the five parts with minutes and materials.',
              'Add a “now try this” card and a smallest step.',
              'Write down what you will do if the main material fails.',
            ),
            'Hand in the page as text or as a file. A colleague or your program lead reads it and answers within a week.',
          ],
          handIn: ['text', 'file'],
          rubric: [
            {
              name: 'One aim',
              levels: [
                ['Missing, or several', 0],
                ['There, but it says what the instructor does', 1],
                ['One thing that every child can do at the end', 3],
              ],
            },
            {
              name: 'Room for children',
              levels: [
                ['The instructor talks most of the time', 0],
                ['Half the time is hands on', 2],
                ['Two thirds or more are hands on', 4],
              ],
            },
            {
              name: 'Quick, lost, broken',
              levels: [
                ['None of the three is thought of', 0],
                ['One or two', 1],
                ['All three, with materials named', 3],
              ],
            },
          ],
        },
      ],
    },
    {
      title: 'With the group',
      description: 'Voice, place, signals, and what to do when it gets difficult.',
      lessons: [
        {
          kind: 'article',
          title: 'Attention without shouting',
          about: 'Five tools that cost nothing.',
          minutes: 8,
          body: [
            'Children don’t stop talking because you are loud. They stop because they know what comes next. Teach your signal in the first session, practise it as a game, and never speak over noise: if you do, you have taught them that it works.',
            bullets(
              '**A signal.** A raised hand that everybody raises, a rhythm that they clap back, a small bell. One, always the same.',
              '**A place.** Stand in the same spot for instructions. Move when you help, stand still when you speak.',
              '**Few words.** Three steps at most, then “What is the first thing you do?” Let a child say it back.',
              '**Materials last.** Whoever holds a motor hears nothing. Speak first, hand out afterwards.',
              '**Names.** Learn them in the first session: cards on the table are no shame. Use them for praise twice as often as for reminders.',
            ),
            quote(
              'I counted once. In ten minutes I had said “shh” twenty-three times. Next week I put up my hand and waited. It took forty seconds, and then it took ten.',
              'An instructor in her second year',
            ),
          ],
        },
        {
          kind: 'article',
          title: 'When it gets difficult',
          about: 'A ladder from the smallest step up. Most trouble ends on the first two rungs.',
          minutes: 9,
          body: [
            'Behaviour is a message, often “this is too hard”, “too easy”, “I’m hungry” or “see me”. You needn’t guess rightly each time. Start small, stay friendly, and leave the child a way back.',
            picture(
              'ladder',
              'A ladder of five rungs: a look, a quiet word, a choice, a pause, a talk with the family.',
              'Start at the lowest rung.',
            ),
            steps(
              '**Come closer.** Stand near, say nothing, point to the task.',
              '**A quiet word.** At eye level, in private: “What do you need to get started?”',
              '**A choice.** Two ways that are both all right with you: “Work with Sam, or at the small table. Which is it?” Then walk away so that the child can choose without an audience.',
              '**A pause.** A known place in sight of you, a few minutes, something calm to do. The child decides when to come back.',
              '**A talk.** After the session with the child, and with the family: what happened, what helps, what we try next.',
            ),
            'Never punish the group for one child, never shame, never take away food, water, a break or the toilet. If somebody may get hurt, stop everything, move the others away and call your second adult. Hold a child only to prevent serious harm, only as long as it lasts and only as your organization’s policy and the law allow; then tell the lead and write it down.',
          ],
        },
        {
          kind: 'quiz',
          title: 'What would you do?',
          about: 'Five moments from a first session.',
          minutes: 7,
          body: ['There is often more than one decent answer. Choose the best, then read why.'],
          questions: [
            newSingle(
              'Ten children talk while you explain. What do you do?',
              [
                'Talk louder',
                newRightAnswer('Give the signal and wait until it is quiet'),
                'Go on; the motivated ones will listen',
                'Send the loudest out',
              ],
              'Waiting feels endless and takes half a minute. Talking over noise teaches that listening is optional.',
            ),
            newOrdering(
              'Put the ladder in order, the smallest step first.',
              ['Come closer', 'A quiet word', 'A choice', 'A pause', 'A talk with the family'],
              'Each step leaves the child more dignity than the next one.',
            ),
            newMultiple(
              'What belongs to the arrival?',
              [
                newRightAnswer('Something to do from the first second'),
                newRightAnswer('A greeting by name'),
                'The safety instruction for the saw',
                newRightAnswer('Ticking off who is there'),
              ],
              'Safety comes when all are there and listening. The register comes at once: you must always know who is in the room.',
            ),
            newTrueFalse(
              'If three children spoil the clearing up, it is fair that everybody stays five minutes longer.',
              false,
              'The others learn that behaving well is not worth it, and families wait outside.',
            ),
            newShortText(
              'Complete the sentence with which a plan begins: “When they leave, every child …” (one word)',
              ['can'],
              '“Can” makes you choose something that a child does, not something you say.',
            ),
          ],
        },
      ],
    },
    {
      title: 'Afterwards',
      description: 'Close well, look back, get better.',
      lessons: [
        {
          kind: 'discussion',
          title: 'My best ten minutes',
          about: 'Tell what went well and steal an idea.',
          minutes: 10,
          isRequired: false,
          body: [
            'Describe the best ten minutes of your last session: what did the children do, what had you prepared, what was luck? Then answer one colleague with a question that you would really like to have answered. Leave out children’s names.',
          ],
          replies: 1,
        },
        {
          kind: 'live_session',
          title: 'Open hour for new instructors',
          about: 'Bring a plan, a worry or a question.',
          minutes: 60,
          isRequired: false,
          body: [
            'Two experienced instructors are there. We look at one plan together, then everybody asks. Nobody has to show anything. The recording is shared afterwards with those who could not come.',
          ],
          inDays: 9,
          at: '18:00',
          link: 'https://meet.example.org/open-hour',
        },
      ],
    },
  ],
}
