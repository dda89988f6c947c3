import type { WrittenQuestion } from '../contract.ts'

const newId = () => crypto.randomUUID()

/** A question of each type; whatever learners may not read before they have answered says 'secret'. */
export function newQuestions(): WrittenQuestion[] {
  const choices = [
    { id: newId(), text: 'Switch off the motor', isRight: true, feedback: 'A secret: well done' },
    { id: newId(), text: 'Catch the robot', feedback: 'A secret: never' },
    { id: newId(), text: 'None of the above', isLast: true },
  ]
  const explanation = 'A secret: what moves can hurt'
  return [
    { id: newId(), type: 'single', prompt: 'A robot falls. What comes first?', options: choices, explanation },
    { id: newId(), type: 'multiple', prompt: 'What can hurt?', points: 2, options: choices, explanation },
    { id: newId(), type: 'true_false', prompt: 'Batteries can burn.', isTrue: true, feedbackTrue: 'A secret' },
    { id: newId(), type: 'short_text', prompt: 'What measures distance?', accepted: ['secret sensor'], typos: 1 },
    { id: newId(), type: 'number', prompt: 'How long is a metre?', value: 100, tolerance: 0.5, unit: 'cm' },
    {
      id: newId(),
      type: 'matching',
      prompt: 'What belongs together?',
      pairs: [
        { id: newId(), prompt: 'Motor', matchId: newId(), match: 'moves' },
        { id: newId(), prompt: 'Lamp', matchId: newId(), match: 'shines' },
      ],
      distractors: [{ id: newId(), text: 'sleeps' }],
    },
    {
      id: newId(),
      type: 'ordering',
      prompt: 'In which order?',
      items: ['Plan', 'Build', 'Test'].map((text) => ({ id: newId(), text })),
    },
    {
      id: newId(),
      type: 'fill_blanks',
      prompt: 'A {1} drives the {2}.',
      blanks: [
        { id: newId(), accepted: ['secret motor', 'secret engine'] },
        { id: newId(), accepted: ['secret wheel'] },
      ],
    },
    { id: newId(), type: 'long_text', prompt: 'What did you learn?', minWords: 10, guidance: 'A secret: honest' },
    { id: newId(), type: 'file', prompt: 'Submit a picture.', takes: 'picture', guidance: 'A secret: sharp' },
  ]
}
