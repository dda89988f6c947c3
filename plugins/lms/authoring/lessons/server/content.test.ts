import { expect } from 'vitest'
import { pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { lms } from '../../../plugin.ts'
import type { Lesson, LessonContent } from '../contract.ts'

const test = pluginTest([lms])

const newParagraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const list = (...inner: object[]) => ({ type: 'bulletList', content: [{ type: 'listItem', content: inner }] })
const newDocument = (...content: object[]) => ({ type: 'doc', content })

async function createLesson(platform: TestPlatform) {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  const { id: courseId } = (await admin.post('/api/lms/courses', { title: 'Course' })).body as { id: string }
  const made = (await admin.post('/api/lms/lessons', { courseId, title: 'Lesson', content: 'One' })).body as Lesson
  const path = `/api/lms/lessons/${made.id}/content`
  const read = async () => (await admin.get(path)).body as LessonContent
  return { admin, made, path, read, put: (body: object) => admin.put(path, { contentType: 'article', ...body }) }
}

test('a text is stored as written, and clients that ask for plain text get it', async ({ platform }) => {
  const { admin, made, read, put } = await createLesson(platform)
  const body = newDocument(
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Title' }] },
    list(newParagraph('First'), list(newParagraph('Second'))),
    { type: 'callout', attrs: { tone: 'tip' }, content: [newParagraph('Third')] },
  )
  expect((await put({ body })).status).toBe(200)
  expect(await read()).toMatchObject({ body, unfinished: [], lesson: { content: 'Title\n\nFirst\n\nSecond\n\nThird' } })
  // The dialog sends the plain text back unchanged: the rich text stays intact.
  await admin.put(`/api/lms/lessons/${made.id}`, { title: 'Renamed', content: (await read()).lesson.content })
  expect(await read()).toMatchObject({ body, lesson: { title: 'Renamed' } })
})

test('a text with scripts, unknown nodes or unbounded nesting is refused', async ({ platform }) => {
  const { put, read } = await createLesson(platform)
  const deep = (levels: number): object => (levels === 0 ? newParagraph('x') : list(deep(levels - 1)))
  const link = (href: string) => ({ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href } }] })
  for (const refused of [
    newDocument({ type: 'script', content: [{ type: 'text', text: 'x' }] }),
    newDocument({ type: 'paragraph', content: [link('javascript:alert(1)')] }),
    newDocument({ type: 'paragraph', content: [link('data:text/html,x')] }),
    newDocument({ type: 'image', attrs: { fileId: 'https://example.org/x.png' } }),
    newDocument({ type: 'heading', attrs: { level: 1 } }),
    newDocument(deep(20)),
    newDocument(
      newParagraph('x'.repeat(50_000)),
      newParagraph('x'.repeat(50_000)),
      ...Array(5).fill(newParagraph('x'.repeat(50_000))),
    ),
    { type: 'paragraph' },
  ]) {
    expect(await put({ body: refused })).toMatchObject({ status: 400 })
  }
  // Properties outside the schema are dropped.
  await put({ body: newDocument({ ...newParagraph('Kept'), style: 'position: fixed' }) })
  expect((await read()).body).toEqual(newDocument(newParagraph('Kept')))
})

test('an author gets a conflict after another author’s change, and after a change of type', async ({ platform }) => {
  const { admin, made, put, read } = await createLesson(platform)
  const { updatedAt } = (await read()).lesson
  expect((await put({ body: newDocument(newParagraph('Mine')), updatedAt })).status).toBe(200)
  expect(await put({ body: newDocument(newParagraph('Theirs')), updatedAt })).toMatchObject({ status: 409 })
  await admin.put(`/api/lms/lessons/${made.id}`, { contentType: 'discussion' })
  expect(await put({ details: {} })).toMatchObject({
    status: 409,
    body: { fields: { contentType: expect.anything() } },
  })
  expect((await read()).body).toEqual(newDocument(newParagraph('Mine')))
})
