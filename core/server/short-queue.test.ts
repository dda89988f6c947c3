import { expect, test } from 'vitest'
import { shortQueue } from './short-queue.ts'

test('as many as are allowed run at once, some wait their turn, and the next one is refused in words', async () => {
  const queue = shortQueue({ concurrency: 2, waiting: 1, refusal: 'Please try again in a moment' })
  const started: number[] = []
  const finish: (() => void)[] = []
  const work = (number: number) => () => {
    started.push(number)
    return new Promise<number>((resolve) => finish.push(() => resolve(number)))
  }
  const answers = [queue(work(1)), queue(work(2)), queue(work(3))]
  await expect(queue(work(4))).rejects.toMatchObject({ status: 503, message: 'Please try again in a moment' })
  await expect.poll(() => started).toEqual([1, 2])
  finish[0]?.()
  await expect.poll(() => started).toEqual([1, 2, 3])
  for (const done of finish) done()
  expect(await Promise.all(answers)).toEqual([1, 2, 3])
})

test('work that fails makes room for the next', async () => {
  const queue = shortQueue({ concurrency: 1, waiting: 0, refusal: 'Please try again in a moment' })
  await expect(queue(() => Promise.reject(new Error('no picture')))).rejects.toThrow('no picture')
  expect(await queue(() => Promise.resolve('next'))).toBe('next')
})
