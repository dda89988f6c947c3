import { expect, test } from 'vitest'
import { copyOf, question, type WrittenQuestion } from './contract.ts'
import { shownOf, shownQuestion } from './shown-contract.ts'
import { everyType } from './testing/questions.ts'

const messages = (written: WrittenQuestion) => question.safeParse(written).error?.issues.map(({ message }) => message)

const changed = (type: WrittenQuestion['type'], change: object) => {
  const written = everyType().find((one) => one.type === type)
  return messages({ ...written, ...change } as WrittenQuestion)
}

const id = () => crypto.randomUUID()

test('a question that nobody could answer or grade is refused in words', () => {
  const options = (...right: boolean[]) =>
    right.map((isRight, index) => ({ id: id(), text: `Answer ${index}`, isRight }))
  expect(changed('single', { options: options(false, false) })).toEqual(['Mark exactly one answer as right'])
  expect(changed('single', { options: options(true, true) })).toEqual(['Mark exactly one answer as right'])
  expect(changed('single', { options: options(true) })).toContain('At least two answers')
  expect(changed('multiple', { options: options(false, false) })).toEqual(['Mark at least one answer as right'])
  const twins = options(true, false).map((option) => ({ ...option, text: 'Same' }))
  expect(changed('single', { options: twins })).toEqual(['Another answer says the same'])
  expect(changed('short_text', { accepted: [] })).toEqual(['At least one right answer'])
  expect(changed('number', { tolerance: -1 })).toEqual(['At least 0'])
  expect(changed('ordering', { items: [{ id: id(), text: 'Alone' }] })).toEqual(['At least two items'])
  expect(changed('long_text', { minWords: 20, maxWords: 10 })).toEqual(['At least as many as the fewest words'])
  expect(changed('single', { prompt: ' ' })).toEqual(['Write the question'])
  for (const prompt of ['No blank', 'Twice {1} and {1}', 'Another {2}', 'Too many {1} {2} {3}']) {
    expect(changed('fill_blanks', { prompt })).toEqual(['Write {1} to {2} where people fill in, each once'])
  }
  const match = (text: string) => ({ id: id(), prompt: id(), matchId: id(), match: text })
  expect(changed('matching', { pairs: [match('Twin'), match('twin')] })).toEqual([
    'Another pair ends the same: both would be right',
  ])
  expect(changed('matching', { pairs: [match('A'), match('B')], distractors: [{ id: id(), text: 'b' }] })).toEqual([
    'A pair ends the same: it would be right',
  ])
})

test('what learners get of a question of any type tells no right answer', () => {
  for (const written of everyType()) {
    const whole = question.parse(written)
    const shown = shownOf(whole)
    expect(shownQuestion.parse(shown)).toEqual(shown)
    expect(JSON.stringify(shown)).not.toMatch(/secret|isRight|isTrue|accepted|feedback|guidance|explanation|tolerance/)
  }
})

test('the order in which an author wrote what is put in order reaches no learner', () => {
  const written = (...texts: string[]) =>
    question.parse({ id: id(), type: 'ordering', prompt: 'Order', items: texts.map((text) => ({ id: id(), text })) })
  expect(shownOf(written('Plan', 'Build', 'Test'))).toMatchObject({
    items: [{ text: 'Build' }, { text: 'Plan' }, { text: 'Test' }],
  })
})

test('a copy shares no id with what it was copied from', () => {
  for (const written of everyType()) {
    const original = question.parse(written)
    const copy = copyOf(original)
    const ids = (of: object): string[] => JSON.stringify(of).match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []
    expect(ids(copy)).toHaveLength(ids(original).length)
    expect(ids(copy).filter((one) => ids(original).includes(one))).toEqual([])
  }
})
