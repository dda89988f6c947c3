import { expect, test } from 'vitest'
import { ApiError, unreachableError } from '#core/web/apiError.ts'
import type { HandInDraft, OwnHandIn } from '../contract.ts'
import { HandInWriting } from './handInWriting.ts'

type Draft = OwnHandIn['draft']

const empty: Draft = { text: '', links: [], files: [], updatedAt: null }
const newOutdatedError = () => new ApiError('409: outdated', 409, { code: 'outdated' })

/** Simulates a server whose response to the first save is lost. @param then text that another writer saves before the retry */
function loseAnswer(then?: string) {
  let kept = empty
  const saved: HandInDraft[] = []
  const save = async (draft: HandInDraft): Promise<Draft> => {
    saved.push(draft)
    if (draft.updatedAt !== kept.updatedAt) throw newOutdatedError()
    const arrived = { ...empty, text: draft.text.trim(), links: draft.links, updatedAt: `at ${saved.length}` }
    kept = arrived
    if (saved.length > 1) return arrived
    if (then !== undefined) kept = { ...kept, text: then, updatedAt: 'theirs' }
    throw unreachableError()
  }
  return { saved, calls: { save, reread: async () => kept } }
}

async function writeTwice(server: ReturnType<typeof loseAnswer>) {
  const writing = new HandInWriting(empty, server.calls)
  writing.change({ text: 'A bridge ' })
  await writing.flush()
  expect(writing.state()).toMatchObject({ progress: 'failed', text: 'A bridge ' })
  await writing.flush()
  await writing.flush()
  return writing
}

test('after a save whose response was lost, the retry is no conflict', async () => {
  const server = loseAnswer()
  const writing = await writeTwice(server)
  expect(writing.state()).toMatchObject({ progress: 'saved', theirs: undefined, updatedAt: 'at 3' })
  expect(server.saved.map(({ updatedAt }) => updatedAt)).toEqual([null, null, 'at 1'])
})

test('a draft that another writer has saved since is still a conflict', async () => {
  const writing = await writeTwice(loseAnswer('A tower'))
  expect(writing.state()).toMatchObject({ progress: 'conflict', text: 'A bridge ', theirs: { text: 'A tower' } })
})
