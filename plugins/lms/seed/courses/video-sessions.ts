import { newRightAnswer, newMultiple, newSingle, newTrueFalse } from '../questions.ts'
import { bullets, heading, picture, table, tip } from '../writing.ts'
import type { DemoCourse } from '../course.ts'

/** The archived one of the demo: learners keep it, nobody new takes it. */
export const videoSessions: DemoCourse = {
  title: 'Sessions by Video Call',
  description:
    'Written when groups met on screens: hands-on work at a distance, safe settings, and how to keep children moving. Kept for those who took it; “Your First Session” has what is still needed.',
  category: 'technology-design',
  level: 'beginner',
  audience: 'instructors',
  status: 'archived',
  isFeatured: false,
  cover: 'video-sessions',
  tags: ['online', 'planning'],
  objectives: [
    'Set up a call that is safe for children',
    'Plan thirty minutes with something in the hands',
    'Know what to do when the connection fails',
  ],
  prerequisites: [],
  chapters: [
    {
      title: 'Before the call',
      description: 'Settings, families, material.',
      lessons: [
        {
          kind: 'article',
          title: 'Safe settings',
          about: 'Ten minutes with the settings save a bad afternoon.',
          minutes: 6,
          body: [
            bullets(
              'A waiting room; let in only names that are on the register. Display first names alone.',
              'Two adults in the call from the first minute to the last. In small rooms two as well, or none.',
              'Private chat between participants off. Recording off, unless every family has agreed for this call.',
              'Children sit where family can see the screen, in day clothes, with a neutral or blurred background. The camera is never compulsory: a home is private.',
              'The link goes to guardians, not to a public page, and changes every term.',
            ),
            tip(
              'Tell children before the first call what to do if something makes them uneasy: leave, and tell an adult at home. They needn’t say goodbye.',
            ),
          ],
        },
        {
          kind: 'article',
          title: 'Hands busy, eyes free',
          about: 'Thirty minutes that are not a lecture.',
          minutes: 6,
          body: [
            picture(
              'video-call',
              'A screen with four tiles: in each a pair of hands folds a paper bridge; no faces.',
              'Point the camera at the hands.',
            ),
            table(
              ['Minutes', 'What'],
              ['0 to 5', 'Hello, show something blue, stand up and stretch'],
              ['5 to 10', 'The aim, with the thing itself held into the camera'],
              ['10 to 22', 'Make, cameras on the hands, music on'],
              ['22 to 30', 'Show, one sentence each, goodbye wave'],
            ),
            heading('When the connection fails'),
            'Agree a fallback: if you are thrown out, the second adult goes on; if the call breaks down, everybody finishes the piece and brings it next time. Don’t ring children’s own phones.',
          ],
        },
        {
          kind: 'video',
          title: 'A model on camera',
          about: 'See how the robot film shows one thing at a time.',
          minutes: 3,
          body: [
            'Watch how the film keeps everything off the screen that does not matter at that moment. Do the same with your camera: one object, one pair of hands, a plain cloth underneath.',
          ],
          file: 'line-follower.webm',
          captions: 'line-follower.vtt',
        },
      ],
    },
    {
      title: 'Check',
      description: 'Four questions.',
      lessons: [
        {
          kind: 'quiz',
          title: 'Ready to call?',
          about: 'Four questions.',
          minutes: 4,
          body: ['As often as you like.'],
          questions: [
            newSingle(
              'A name that you don’t know waits to be let in. What do you do?',
              [
                'Let it in and ask',
                newRightAnswer('Leave it waiting and ask the family by the known number'),
                'Close the call',
                'Ask the children',
              ],
              'Only names on the register come in.',
            ),
            newTrueFalse(
              'Every child has to switch the camera on, so that you can see they are well.',
              false,
              'A home is private. Ask for a word in the chat or a thumb instead.',
            ),
            newMultiple(
              'Which settings are right?',
              [
                newRightAnswer('Waiting room on'),
                newRightAnswer('Private chat between participants off'),
                'Recording on, just in case',
              ],
              'A recording of children needs the agreement of every family.',
            ),
            newSingle(
              'You are alone in the call; the second adult has lost the connection. What now?',
              [
                'Go on and hope',
                newRightAnswer('Ask a colleague in at once, and otherwise end the call kindly'),
                'Ask a parent to watch',
                'Use small rooms',
              ],
              'Two adults online as in the room.',
            ),
          ],
        },
      ],
    },
  ],
}
