import { describe, expect, it } from 'vitest'
import { parseNumber } from './gift-answers.ts'
import { readGift } from './read-gift.ts'

describe('numbers in GIFT', () => {
  it.each([
    ['3.14', 3.14, 0],
    [' 3. ', 3, 0],
    ['3.14 : 0.05', 3.14, 0.05],
    ['1..5', 3, 2],
    [' -1 .. 2 ', 0.5, 1.5],
    ['.5..1', 0.75, 0.25],
  ])('reads “%s” as %d with a tolerance of %d', (text, value, tolerance) => {
    expect(parseNumber(text)).toEqual({ value, tolerance })
  })

  it.each(['', '..', '1..', '..5', '1..2..3', '1..5:2', 'three', '1.2.3', '1'.repeat(101)])(
    'does not take “%s” for one',
    (text) => {
      expect(parseNumber(text)).toBeUndefined()
    },
  )
})

describe('questions in GIFT', () => {
  it.each([
    ['It floats.{T}', { isTrue: true, feedbackTrue: '', feedbackFalse: '' }],
    [
      'It floats.{ false #Ice does #Right, it sinks }',
      { isTrue: false, feedbackTrue: 'Ice does', feedbackFalse: 'Right, it sinks' },
    ],
    ['It floats.{TRUE#No#Yes # it does}', { isTrue: true, feedbackTrue: 'Yes # it does', feedbackFalse: 'No' }],
  ])('are read with the feedback of either answer: %s', (text, question) => {
    expect(readGift(text)).toMatchObject([{ question: { type: 'true_false', prompt: 'It floats.', ...question } }])
  })

  it.each([
    ['::Ice::It floats.{T}', 'It floats.'],
    ['::Ice::{T}', 'Ice'],
    ['::It floats.{T}', '::It floats.'],
  ])('are read with their title, where it has an end: %s', (text, prompt) => {
    expect(readGift(text)).toMatchObject([{ question: { prompt } }])
  })
})
