import { expect } from 'vitest'
import { create } from '#core/testing/calls.ts'
import { pluginTest, type Client } from '#core/testing/harness.ts'
import { readPdf } from '#core/testing/pdf.ts'
import { tenantApp } from '../../../plugin.ts'
import { openDoor } from '../../../testing/door.ts'
import { buildParticipant, buildStudent } from '../../../testing/factories.ts'

const test = pluginTest([tenantApp])

test('GET /api/sessions/{id}/door/badges: siblings have one code, a reprint keeps it, and why there is an alert is on none', async ({
  platform,
}) => {
  const { organization, instructor, other, admin, path, session, ada } = await openDoor(platform)
  const { id: studentId } = await buildStudent(platform, organization, { firstName: 'Cy' })
  await buildParticipant(platform, organization, { sessionId: session.id, studentId })
  await create(admin, `/api/students/${ada.id}/health/conditions`, {
    kind: 'food-allergy',
    name: 'Peanuts',
    risk: 'high',
  })
  const group = await create<{ id: string }>(admin, '/api/groups', { name: 'Owls', kind: 'class' })
  await admin.post(`/api/groups/${group.id}/members`, { studentIds: [ada.id] })

  const print = async (by: Client, query = '') => {
    const headers = { host: by.host, cookie: by.cookie }
    const { statusCode, rawPayload } = await platform.app.inject({ url: `${path}/badges${query}`, headers })
    return statusCode === 200 ? readPdf(rawPayload) : statusCode
  }
  const codesOf = (read: Awaited<ReturnType<typeof print>>) =>
    typeof read === 'number' ? [] : (read.pages.join('\n').match(/\b[B-Z]{4}\b/g) ?? [])
  const sheet = await print(instructor)
  const [first, second, third] = codesOf(sheet)
  expect(codesOf(sheet)).toHaveLength(3)
  expect(first).toBe(second)
  expect(third).not.toBe(first)
  if (typeof sheet === 'number') throw new Error(`Answered ${sheet}`)
  const [page = ''] = sheet.pages
  expect(page).toContain('Ada K.')
  expect(page).toContain('Owls')
  expect(page).not.toMatch(/Peanuts|King/)
  const labels = await print(admin, '?format=label')
  expect(typeof labels === 'number' ? labels : labels.pages.length).toBe(3)
  expect(codesOf(labels)).toEqual([first, second, third])
  expect(await print(other)).toBe(403)
})
