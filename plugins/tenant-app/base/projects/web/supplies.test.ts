import { expect, test } from 'vitest'
import { amountFor, supplyOf } from './supplies.ts'

test('an amount after a colon is counted for a number of students, partial groups rounded up', () => {
  const needed = (line: string, students: number) => amountFor(supplyOf(line), students)
  expect(supplyOf('Craft sticks: 20 per student')).toEqual({ name: 'Craft sticks', amount: 20, unit: '', per: 1 })
  expect(needed('Craft sticks: 20 per student', 24)).toBe(480)
  expect(needed('Glue gun: 1 per 4 students', 9)).toBe(3)
  expect(needed('Tape: 2 rolls per group of 4', 9)).toBe(6)
  expect(supplyOf('Flour: 0.25 kg per child')).toEqual({ name: 'Flour', amount: 0.25, unit: 'kg', per: 1 })
  expect(needed('Flour: 0.1 kg per child', 3)).toBe(0.3)
  expect(needed('Ruler: 1 per pair', 5)).toBe(3)
  expect(needed('Kitchen scale: 1', 24)).toBe(1)
  expect(needed('Kit 4:20: 2 per student', 2)).toBe(4)
})

test('a line without an amount, or with one that cannot be counted, is shown as written', () => {
  for (const line of [
    'Cardboard',
    'Paper: as much as there is',
    'Sand: 2 per bucket full',
    'Laptops: 12 or more',
    '',
  ]) {
    expect(supplyOf(line)).toEqual({ name: line, unit: '' })
    expect(amountFor(supplyOf(line), 20)).toBeUndefined()
  }
})
