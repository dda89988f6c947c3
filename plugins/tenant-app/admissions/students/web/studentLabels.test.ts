import { expect, test } from 'vitest'
import { ageOn, gradeTone } from './studentLabels.ts'

test('a student is a year older on the birthday, not earlier', () => {
  expect(ageOn('2027-03-28', '2016-03-29')).toBe(10)
  expect(ageOn('2027-03-29', '2016-03-29')).toBe(11)
  expect(ageOn('2027-12-01', '2016-03-29')).toBe(11)
  expect(ageOn('2027-02-28', '2016-02-29')).toBe(10)
})

test('grades are blue up to 5, green up to 8, purple above, and neutral without a number', () => {
  const tones = ['K', 'pre-k', '1st', '5', '6', '8', '9', 'Grade 12', 'Advanced', 'Karate'].map(gradeTone)
  const [blue, green] = [Array.from({ length: 4 }, () => 'blue'), ['green', 'green']]
  expect(tones).toEqual([...blue, ...green, 'purple', 'purple', 'neutral', 'neutral'])
})
