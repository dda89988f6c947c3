import { expect, test } from 'vitest'
import { copyOf, question, type WrittenQuestion } from './contract.ts'
import { toShownQuestion, shownQuestion } from './shown-contract.ts'
import { newQuestions } from './testing/questions.ts'

const listMessages = (written: WrittenQuestion) =>
  question.safeParse(written).error?.issues.map(({ message }) => message)

const changeQuestion = (type: WrittenQuestion['type'], change: object) => {
  const written = newQuestions().find((one) => one.type === type)
  return listMessages({ ...written, ...change } as WrittenQuestion)
}

const newId = () => crypto.randomUUID()

test('a question that cannot be answered or graded is refused with a message', () => {
  const options = (...right: boolean[]) =>
    right.map((isRight, index) => ({ id: newId(), text: `Answer ${index}`, isRight }))
  expect(changeQuestion('single', { options: options(false, false) })).toEqual(['Mark exactly one answer as right'])
  expect(changeQuestion('single', { options: options(true, true) })).toEqual(['Mark exactly one answer as right'])
  expect(changeQuestion('single', { options: options(true) })).toContain('At least two answers')
  expect(changeQuestion('multiple', { options: options(false, false) })).toEqual(['Mark at least one answer as right'])
  const twins = options(true, false).map((option) => ({ ...option, text: 'Same' }))
  expect(changeQuestion('single', { options: twins })).toEqual(['Another answer says the same'])
  expect(changeQuestion('short_text', { accepted: [] })).toEqual(['At least one right answer'])
  expect(changeQuestion('number', { tolerance: -1 })).toEqual(['At least 0'])
  expect(changeQuestion('ordering', { items: [{ id: newId(), text: 'Alone' }] })).toEqual(['At least two items'])
  expect(changeQuestion('long_text', { minWords: 20, maxWords: 10 })).toEqual(['At least as many as the fewest words'])
  expect(changeQuestion('single', { prompt: ' ' })).toEqual(['Write the question'])
  for (const prompt of ['No blank', 'Twice {1} and {1}', 'Another {2}', 'Too many {1} {2} {3}']) {
    expect(changeQuestion('fill_blanks', { prompt })).toEqual(['Write {1} to {2} where people fill in, each once'])
  }
  const match = (text: string) => ({ id: newId(), prompt: newId(), matchId: newId(), match: text })
  expect(changeQuestion('matching', { pairs: [match('Twin'), match('twin')] })).toEqual([
    'Another pair ends the same: both would be right',
  ])
  expect(
    changeQuestion('matching', { pairs: [match('A'), match('B')], distractors: [{ id: newId(), text: 'b' }] }),
  ).toEqual(['A pair ends the same: it would be right'])
})

test('the learner’s form of a question of any type reveals no correct answer', () => {
  for (const written of newQuestions()) {
    const whole = question.parse(written)
    const shown = toShownQuestion(whole)
    expect(shownQuestion.parse(shown)).toEqual(shown)
    expect(JSON.stringify(shown)).not.toMatch(/secret|isRight|isTrue|accepted|feedback|guidance|explanation|tolerance/)
  }
})

test('the written order of an ordering question reaches no learner', () => {
  const written = (...texts: string[]) =>
    question.parse({
      id: newId(),
      type: 'ordering',
      prompt: 'Order',
      items: texts.map((text) => ({ id: newId(), text })),
    })
  expect(toShownQuestion(written('Plan', 'Build', 'Test'))).toMatchObject({
    items: [{ text: 'Build' }, { text: 'Plan' }, { text: 'Test' }],
  })
})

test('a copy shares no id with its original', () => {
  for (const written of newQuestions()) {
    const original = question.parse(written)
    const copy = copyOf(original)
    const ids = (of: object): string[] => JSON.stringify(of).match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []
    expect(ids(copy)).toHaveLength(ids(original).length)
    expect(ids(copy).filter((one) => ids(original).includes(one))).toEqual([])
  }
})
