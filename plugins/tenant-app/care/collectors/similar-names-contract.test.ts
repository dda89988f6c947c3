import { expect, test } from 'vitest'
import { isSameName, isSimilarName, namesPhone } from './similar-names-contract.ts'

test.each([
  'Ken Ortiz',
  'ken ortiz',
  'KEN ORTIZ',
  '  Ken   Ortiz ',
  'Ortiz, Ken',
  'Ortiz Ken',
  'Kén Ortíz',
  'Ken Ortíz',
  'Kenn Ortiz',
  'Kne Ortiz',
  'Ken Otriz',
  'Ken Ortis',
  'Ken Orti',
  'Ken Orttiz',
  'Ken-Ortiz',
  'KenOrtiz',
  'ortizken',
  'K. Ortiz',
  'Ken O.',
  'Ken',
  'Ortiz',
  'Mr. Ortiz',
  'Mr Ken Ortiz',
  'Ken Ortiz (dad)',
  'Ken Ortiz, father',
  'Ken Miguel Ortiz',
  'Ken Ortiz Lopez',
  'his dad Ken Ortiz',
  'Ken Ortiz'.normalize('NFD'),
  'Ｋｅｎ Ｏｒｔｉｚ',
])('“%s” may be meant for Ken Ortiz', (typed) => {
  expect(isSimilarName(typed, 'Ken Ortiz')).toBe(true)
})

test.each(['Maria Ortiz', 'Rosa Delgado', 'Grandma Rosa', 'Kenneth Olsen', 'Aunt Ines', 'Mom', '', '?', 'Anna Orozco'])(
  '“%s” is not Ken Ortiz',
  (typed) => {
    expect(isSimilarName(typed, 'Ken Ortiz')).toBe(false)
  },
)

test('letters of other alphabets are compared, marks and ligatures are ignored', () => {
  expect(isSimilarName('Łukasz Strauss', 'Lukasz Strauß')).toBe(true)
  expect(isSimilarName('Søren Ægir', 'Soren Aegir')).toBe(true)
  expect(isSimilarName('Иван Петров', 'Иван Петров')).toBe(true)
  expect(isSimilarName('Иван Петроф', 'Иван Петров')).toBe(true)
  expect(isSimilarName('Анна Волкова', 'Иван Петров')).toBe(false)
})

test('a name in another order and other letters is the same, and one with a typing error is not', () => {
  expect(isSameName('ortiz, KEN', 'Ken Ortiz')).toBe(true)
  expect(isSameName('Ken Ortis', 'Ken Ortiz')).toBe(false)
  expect(isSameName('Mom', 'Dad')).toBe(false)
  expect(isSameName('mom ', 'Mom')).toBe(true)
})

test('a telephone number is found with and without country codes and punctuation', () => {
  expect(namesPhone('the man with 555-0134-77', '+1 (212) 555 013477')).toBe(true)
  expect(namesPhone('dad, +12125550134', '212-555-0134')).toBe(true)
  expect(namesPhone('room 12', '212-555-0134')).toBe(false)
  expect(namesPhone('12', '12')).toBe(false)
})
