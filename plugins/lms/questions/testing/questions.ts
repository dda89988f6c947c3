import type { WrittenQuestion } from '../contract.ts'

const id = () => crypto.randomUUID()

/** A question of each type; whatever learners may not read before they have answered says 'secret'. */
export function everyType(): WrittenQuestion[] {
  const choices = [
    { id: id(), text: 'Switch off the motor', isRight: true, feedback: 'A secret: well done' },
    { id: id(), text: 'Catch the robot', feedback: 'A secret: never' },
    { id: id(), text: 'None of the above', isLast: true },
  ]
  const explanation = 'A secret: what moves can hurt'
  return [
    { id: id(), type: 'single', prompt: 'A robot falls. What comes first?', options: choices, explanation },
    { id: id(), type: 'multiple', prompt: 'What can hurt?', points: 2, options: choices, explanation },
    { id: id(), type: 'true_false', prompt: 'Batteries can burn.', isTrue: true, feedbackTrue: 'A secret' },
    { id: id(), type: 'short_text', prompt: 'What measures distance?', accepted: ['secret sensor'], typos: 1 },
    { id: id(), type: 'number', prompt: 'How long is a metre?', value: 100, tolerance: 0.5, unit: 'cm' },
    {
      id: id(),
      type: 'matching',
      prompt: 'What belongs together?',
      pairs: [
        { id: id(), prompt: 'Motor', matchId: id(), match: 'moves' },
        { id: id(), prompt: 'Lamp', matchId: id(), match: 'shines' },
      ],
      distractors: [{ id: id(), text: 'sleeps' }],
    },
    {
      id: id(),
      type: 'ordering',
      prompt: 'In which order?',
      items: ['Plan', 'Build', 'Test'].map((text) => ({ id: id(), text })),
    },
    {
      id: id(),
      type: 'fill_blanks',
      prompt: 'A {1} drives the {2}.',
      blanks: [
        { id: id(), accepted: ['secret motor', 'secret engine'] },
        { id: id(), accepted: ['secret wheel'] },
      ],
    },
    { id: id(), type: 'long_text', prompt: 'What did you learn?', minWords: 10, guidance: 'A secret: honest' },
    { id: id(), type: 'file', prompt: 'Hand in a picture.', takes: 'picture', guidance: 'A secret: sharp' },
  ]
}
