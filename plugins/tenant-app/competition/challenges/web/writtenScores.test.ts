import { expect, test } from 'vitest'
import { readBlock, readScore } from './writtenScores.ts'

const challenge = (id: string, more = {}) => ({
  id,
  title: id,
  maxScore: 50,
  isActive: true,
  mayScore: true,
  judges: 0,
  ...more,
})
const student = (id: string) => ({ id, firstName: id, lastName: 'King', grade: null })

test('a score is a whole number up to the maximum, and an empty cell removes it', () => {
  const read = (text: string, more = {}) => readScore(text, challenge('a', more))
  expect(read(' 40 ')).toEqual({ score: 40 })
  expect(read('0')).toEqual({ score: 0 })
  // Spreadsheets write whole numbers with decimals.
  expect(read('12.00')).toEqual({ score: 12 })
  expect(read('12,0')).toEqual({ score: 12 })
  expect(read('')).toEqual({ score: null })
  expect(read('51')).toEqual({ reason: 'Between 0 and 50' })
  for (const text of ['-1', '12.5', 'ten', '1e1']) {
    expect(read(text), text).toEqual({ reason: 'A whole number from 0 to 50' })
  }
  expect(read('5', { isActive: false })).toHaveProperty('reason')
  expect(read('5', { mayScore: false })).toHaveProperty('reason')
  expect(read('5', { judges: 3 })).toEqual({ reason: 'Judges score this challenge' })
})

test('a pasted block fills the cells from the position on, and cells beyond the grid are ignored', () => {
  const sheet = { students: [student('ada'), student('ben')], challenges: [challenge('x'), challenge('y')] }
  expect(readBlock({ text: '1\t2\r\n3\t60\r\n', row: 0, column: 0 }, sheet)).toEqual({
    entries: [
      { challengeId: 'x', studentId: 'ada', score: 1 },
      { challengeId: 'y', studentId: 'ada', score: 2 },
      { challengeId: 'x', studentId: 'ben', score: 3 },
    ],
    refusals: [{ challengeId: 'y', studentId: 'ben', text: '60', reason: 'Between 0 and 50' }],
    isCut: false,
  })
  expect(readBlock({ text: '1\t2\n3\t4', row: 1, column: 1 }, sheet)).toMatchObject({
    entries: [{ challengeId: 'y', studentId: 'ben', score: 1 }],
    isCut: true,
  })
})
