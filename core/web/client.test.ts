import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { refusalError } from './apiError.ts'
import { createClient } from './client.ts'

const access = { who: 'signed-in', hosts: 'both', scope: 'tenant' } as const
const course = z.object({ id: z.string() })

const api = createClient({
  listCourses: endpoint({
    method: 'GET',
    path: '/api/courses',
    summary: '',
    access,
    query: z.object({ search: z.string().optional(), tag: z.array(z.string()).optional() }),
    response: z.array(course),
  }),
  createCourse: endpoint({
    method: 'POST',
    path: '/api/courses',
    summary: '',
    access,
    audit: 'course.created',
    body: z.object({ title: z.string(), levels: z.array(z.object({ points: z.number() })) }),
    response: course,
  }),
  listLessons: endpoint({
    method: 'GET',
    path: '/api/courses/{id}/lessons',
    summary: '',
    access,
    params: z.object({ id: z.string() }),
    response: z.array(course),
  }),
})

test('a read is kept under the segments of its path, its query beside them', () => {
  expect(api.listLessons({ params: { id: '7' } }).queryKey).toEqual(['api', 'courses', '7', 'lessons', {}])
  expect(api.listCourses({ query: { search: 'robots' } }).queryKey).toEqual(['api', 'courses', { search: 'robots' }])
})

test('a key without parameters stands for everything below the path', () => {
  expect(api.listCourses.key()).toEqual(['api', 'courses'])
  expect(api.listLessons.key()).toEqual(['api', 'courses'])
  expect(api.listLessons.key({ params: { id: '7' } })).toEqual(['api', 'courses', '7', 'lessons'])
})

test('the list, one page of it and the growing list are kept apart', () => {
  const keys = [api.listCourses(), api.listCourses.page(), api.listCourses.infinite({ limit: 25 })].map((options) =>
    JSON.stringify(options.queryKey),
  )
  expect(new Set(keys).size).toBe(3)
})

test('an address escapes its parameters, repeats lists and leaves out what is undefined', () => {
  expect(api.listLessons.url({ params: { id: 'a/b' } })).toBe('/api/courses/a%2Fb/lessons')
  expect(api.listCourses.url({ query: { search: undefined, tag: ['a', 'b&c'] } })).toBe('/api/courses?tag=a&tag=b%26c')
})

test('a number that a field could not read is refused at its path, and never sent as none', async () => {
  const body = { title: 'Robots', levels: [{ points: 1 }, { points: Number.NaN }] }
  await expect(api.createCourse.call({ body })).rejects.toMatchObject({
    code: 'invalid',
    fields: { 'levels.1.points': 'Enter a number, as 12 or 3.5' },
  })
})

test("an error's message is the status and the body, its detail the server's sentence for people", async () => {
  const body = { code: 'conflict', message: 'This subdomain is taken', fields: { subdomain: 'Taken' }, requestId: '1' }
  const error = await refusalError(Response.json(body, { status: 409 }), true)
  expect(error.message).toBe(`409: ${JSON.stringify(body)}`)
  expect(error).toMatchObject({ detail: body.message, fields: body.fields, code: 'conflict', sessionEnded: false })
})

test('an answer that is not ours is an error with the status text', async () => {
  const error = await refusalError(new Response('', { status: 502, statusText: 'Bad Gateway' }), true)
  expect(error.message).toBe('502: Bad Gateway')
  expect(error.detail).toMatch(/went wrong/)
  const upload = await refusalError(new Response('<h1>Too large</h1>', { status: 413 }), true, 'Upload failed')
  expect(upload.detail).toBe('Upload failed')
})

test('401 ends the session where one is needed, and means wrong credentials where none is', async () => {
  const unauthorized = () => Response.json({ code: 'unauthenticated', message: 'Please sign in' }, { status: 401 })
  expect((await refusalError(unauthorized(), true)).sessionEnded).toBe(true)
  expect((await refusalError(unauthorized(), false)).sessionEnded).toBe(false)
})
