import type { PlatformScope } from '#core/server/core.ts'
import { question, type WrittenQuestion } from '../authoring/questions/contract.ts'
import { copyQuestions } from '../authoring/questions/server/edit-question.ts'
import { createBank } from '../authoring/questions/server/banks.ts'
import { number, newRightAnswer, newMultiple, newSingle, newTrueFalse } from './questions.ts'

interface DemoBank {
  name: string
  description: string
  questions: readonly { tags: string[]; question: WrittenQuestion }[]
}

const tagQuestion = (tag: string, written: WrittenQuestion) => ({ tags: [tag], question: written })

const firstAid: DemoBank = {
  name: 'First aid',
  description: 'Situations from sessions and outings. The first aid check draws three of them.',
  questions: [
    tagQuestion(
      'burns',
      newSingle(
        'Hot tea has run over Ben’s thigh. His trousers are wet and stick to nothing. What comes first?',
        ['A cold pack', newRightAnswer('Trousers off, then cool running water'), 'Cream from the kit', 'A dry bandage'],
        'Wet clothes go on burning. Then twenty minutes of cool running water; no ice, no cream.',
      ),
    ),
    tagQuestion(
      'burns',
      newMultiple(
        'Which burns should a doctor see?',
        [
          newRightAnswer('One on the face'),
          newRightAnswer('One that is bigger than the child’s palm'),
          'A red fingertip',
          newRightAnswer('One from a cable'),
        ],
        'Face, hands, feet, joints and private parts, large ones, and all from electricity or chemicals.',
      ),
    ),
    tagQuestion(
      'bleeding',
      newSingle(
        'Blood soaks through the pad that you press on a cut. What do you do?',
        ['Take it off and look', newRightAnswer('Put another pad on top and press harder'), 'Rinse the cut', 'Wait'],
        'Lifting it would tear off what has just begun to clot.',
      ),
    ),
    tagQuestion(
      'head',
      newTrueFalse(
        'A girl has hit her head and saw stars for a moment. After ten minutes she feels well, so she may play on.',
        false,
        'Not on that day. If in doubt, sit them out, and tell the family what to look for.',
      ),
    ),
    tagQuestion(
      'allergy',
      number(
        'The first auto-injector has not helped. After how many minutes do you give a second, if there is one?',
        { answer: 5, tolerance: 0, unit: 'minutes' },
        'After five minutes, and the ambulance is on its way.',
      ),
    ),
    tagQuestion(
      'fits',
      number(
        'A fit goes on. After how many minutes at the latest do you call for an ambulance?',
        { answer: 5, tolerance: 0, unit: 'minutes' },
        'Five; and at once if it is the first fit, if it happened in water, or if the child is hurt.',
      ),
    ),
    tagQuestion(
      'asthma',
      newSingle(
        'Tom has an asthma attack and has his inhaler. How does he sit?',
        ['Lying flat', newRightAnswer('Upright, leaning a little forward'), 'With raised legs', 'Walking about'],
        'Upright it is easier to breathe. Help with the inhaler as his plan says.',
      ),
    ),
  ],
}

const electricity: DemoBank = {
  name: 'Electricity',
  description: 'For grades 4 to 7. The electricity check draws two of them.',
  questions: [
    tagQuestion(
      'circuits',
      newSingle(
        'Where in the loop must the switch be so that it turns the lamp off?',
        ['Before the lamp', 'Behind the lamp', newRightAnswer('Anywhere in the loop')],
        'An open loop is open, wherever the gap is.',
      ),
    ),
    tagQuestion(
      'circuits',
      newMultiple(
        'Which things let electricity through?',
        [
          newRightAnswer('A paper clip'),
          'A rubber band',
          newRightAnswer('Aluminium foil'),
          'A wooden stick',
          newRightAnswer('A coin'),
        ],
        'Metals do. Wood, rubber and most plastics don’t.',
      ),
    ),
    tagQuestion(
      'numbers',
      number(
        'A battery pushes with 9 volts through 450 ohms. How many amperes flow?',
        { answer: 0.02, tolerance: 0.001, unit: 'A' },
        '9 ÷ 450 = 0.02.',
      ),
    ),
    tagQuestion(
      'safety',
      newSingle(
        'Battery and wire get hot. What has happened, most likely?',
        ['The battery is empty', newRightAnswer('A short circuit'), 'The lamp is too bright', 'The switch is open'],
        'Take the wire off at once, and look for the place where the current goes past the lamp.',
      ),
    ),
    tagQuestion(
      'safety',
      newTrueFalse(
        'A phone battery that has become fat may still be used.',
        false,
        'No. Put it down, tell an adult, and keep away.',
      ),
    ),
  ],
}

/** Banks of questions. @returns their ids by name */
export async function seedBanks(scope: PlatformScope): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>()
  for (const { name, description, questions } of [firstAid, electricity]) {
    const { id } = await createBank(scope, { name, description })
    const whole = questions.map((one) => ({ ...one, question: question.parse(one.question) }))
    await copyQuestions(scope, id, whole)
    ids.set(name, id)
  }
  return ids
}
