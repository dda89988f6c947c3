import type { WrittenQuestion } from '../contract.ts'

const newId = () => crypto.randomUUID()

/**
 * Creates a question of each type; texts that learners may not read before they have answered contain 'secret'.
 * @param write transforms each text that is rendered, for example by adding a formula
 */
export function newQuestions(write: (text: string) => string = (text) => text): WrittenQuestion[] {
  const choices = [
    { id: newId(), text: write('Switch off the motor'), isRight: true, feedback: write('A secret: well done') },
    { id: newId(), text: write('Catch the robot'), feedback: 'A secret: never' },
    { id: newId(), text: write('None of the above'), isLast: true },
  ]
  const explanation = write('A secret: what moves can hurt')
  return [
    { id: newId(), type: 'single', prompt: write('A robot falls. What comes first?'), options: choices, explanation },
    { id: newId(), type: 'multiple', prompt: write('What can hurt?'), points: 2, options: choices, explanation },
    {
      id: newId(),
      type: 'true_false',
      prompt: write('Batteries can burn.'),
      isTrue: true,
      feedbackTrue: write('A secret'),
    },
    {
      id: newId(),
      type: 'short_text',
      prompt: write('What measures distance?'),
      accepted: ['secret sensor'],
      typos: 1,
    },
    { id: newId(), type: 'number', prompt: write('How long is a metre?'), value: 100, tolerance: 0.5, unit: 'cm' },
    {
      id: newId(),
      type: 'matching',
      prompt: write('What belongs together?'),
      pairs: [
        { id: newId(), prompt: write('Motor'), matchId: newId(), match: write('moves') },
        { id: newId(), prompt: write('Lamp'), matchId: newId(), match: write('shines') },
      ],
      distractors: [{ id: newId(), text: write('sleeps') }],
    },
    {
      id: newId(),
      type: 'ordering',
      prompt: write('In which order?'),
      items: ['Plan', 'Build', 'Test'].map((text) => ({ id: newId(), text: write(text) })),
    },
    {
      id: newId(),
      type: 'fill_blanks',
      prompt: write('A {1} drives the {2}.'),
      blanks: [
        { id: newId(), accepted: ['secret motor', 'secret engine'] },
        { id: newId(), accepted: ['secret wheel'] },
      ],
    },
    {
      id: newId(),
      type: 'long_text',
      prompt: write('What did you learn?'),
      minWords: 10,
      guidance: write('A secret: honest'),
    },
    {
      id: newId(),
      type: 'file',
      prompt: write('Submit a picture.'),
      takes: 'picture',
      guidance: write('A secret: sharp'),
    },
  ]
}
