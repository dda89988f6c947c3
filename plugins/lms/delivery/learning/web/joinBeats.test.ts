import { expect, test } from 'vitest'
import { joinBeats } from './joinBeats.ts'

const beat = { played: [], rate: 1, seconds: 10 }

test('reports that wait for a connection become one beat, without a gap where there was none', () => {
  const first = { ...beat, played: [[0, 10] as [number, number]], place: 10, isAtEnd: true }
  const second = { ...beat, played: [[10, 20] as [number, number], [40, 41] as [number, number]], place: 41, rate: 2 }
  expect(joinBeats(first, second)).toEqual({
    played: [
      [0, 20],
      [40, 41],
    ],
    place: 41,
    rate: 2,
    seconds: 20,
    isAtEnd: true,
  })
})

test('two pages stay two beats, since both were seen', () => {
  expect(joinBeats({ ...beat, page: 3 }, { ...beat, page: 4 })).toBeUndefined()
  expect(joinBeats({ ...beat, page: 3 }, beat)).toMatchObject({ page: 3, seconds: 20 })
})

test('the last state of a package counts, and a finished one stays finished', () => {
  const saying = (word: object) => ({ ...beat, said: { isFinished: false, ...word } })
  expect(joinBeats(saying({ state: 'a', isFinished: true }), saying({ state: 'b' }))).toMatchObject({
    said: { state: 'b', isFinished: true },
  })
  expect(joinBeats(saying({ state: 'a' }), beat)).toMatchObject({ said: { state: 'a' } })
})

test('however long the connection is lost, at most a day is reported', () => {
  expect(joinBeats({ ...beat, seconds: 86_395 }, beat)).toMatchObject({ seconds: 86_400 })
})
