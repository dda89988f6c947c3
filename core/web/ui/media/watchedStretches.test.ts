import { expect, test } from 'vitest'
import { playedStretches } from './watchedStretches.ts'

const playing = { isPlaying: true, rate: 1 }
const moved = { isPlaying: false, rate: 1 }

test('uninterrupted playback is one stretch; a seek is none', () => {
  const watched = playedStretches(12)
  for (const place of [12.25, 12.5, 13]) watched.reach(place, playing)
  watched.reach(60, moved)
  watched.reach(60.5, playing)
  watched.reach(5, moved)
  watched.reach(6, playing)
  expect(watched.take()).toEqual([
    [12, 13],
    [60, 60.5],
    [5, 6],
  ])
  expect(watched.place()).toBe(6)
  expect(watched.take()).toEqual([])
})

test('a jump without a seek event does not count as played, unless playback is that fast', () => {
  const watched = playedStretches()
  watched.reach(10, playing)
  watched.reach(14, { isPlaying: true, rate: 2 })
  expect(watched.take()).toEqual([[10, 14]])
})
