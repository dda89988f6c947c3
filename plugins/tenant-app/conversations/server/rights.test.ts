import { describe, expect } from 'vitest'
import { changeRow } from '#core/testing/calls.ts'
import { pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { query } from '#core/testing/query.ts'
import { tenantApp } from '../../plugin.ts'
import { buildConversationFamily, ofSession } from '../../testing/conversation-family.ts'
import { newPost, startConversation } from '../../testing/conversations.ts'
import { buildGuardian, buildStudent } from '../../testing/factories.ts'

const test = pluginTest([tenantApp])

const readers = [
  ['super admin', false, false],
  ['admin', true, true],
  ['instructor of the session', true, false],
  ['substitute of a day', true, false],
  ['another instructor', false, false],
  ['the guardian', true, true],
  ['another guardian of the child', false, false],
  ['an added guardian', true, false],
  ['the guardian, restricted', false, false],
  ['the guardian without the right to see', false, false],
  ['the guardian, unlinked', false, false],
  ['a guardian of another child', false, false],
  ['the student', false, false],
] as const

/** A user of each kind beside the family. */
async function readerOf(
  platform: TestPlatform,
  kind: (typeof readers)[number][0],
  made: Awaited<ReturnType<typeof buildConversationFamily>>,
  id: string,
) {
  const { organization, admin, parent, instructor, ava, session } = made
  const link = { studentId: ava.id, parentId: parent.user?.id ?? '' }
  switch (kind) {
    case 'super admin':
      return organization.client().signIn((await platform.superAdmin()).user?.email ?? '')
    case 'admin':
      return admin
    case 'instructor of the session':
      return instructor
    case 'substitute of a day': {
      const by = await organization.signIn('instructor')
      await changeRow(platform, 'session_meetings', { sessionId: session.id }, { instructorId: by.user?.id ?? '' })
      return by
    }
    case 'another instructor':
      return organization.signIn('instructor')
    case 'the guardian':
      return parent
    case 'another guardian of the child':
    case 'an added guardian': {
      const by = await organization.signIn('parent')
      await buildGuardian(platform, organization, { studentId: ava.id, userId: by.user?.id ?? '' })
      if (kind === 'an added guardian') {
        await admin.post(`/api/conversations/${id}/guardians`, { guardianId: by.user?.id })
      }
      return by
    }
    case 'the guardian, restricted':
      await changeRow(platform, 'parent_students', link, { isRestricted: true })
      return parent
    case 'the guardian without the right to see':
      await changeRow(platform, 'parent_students', link, { maySee: false })
      return parent
    case 'the guardian, unlinked':
      await query(platform.databaseUrl, `delete from parent_students where parent_id = '${link.parentId}'`)
      return parent
    case 'a guardian of another child': {
      const by = await organization.signIn('parent')
      await buildStudent(platform, organization, { guardians: [by.user?.id ?? ''] })
      return by
    }
    case 'the student': {
      const by = await organization.signIn('student')
      await changeRow(platform, 'students', { id: ava.id }, { userId: by.user?.id ?? '' })
      return by
    }
  }
}

describe('Rights in conversations', () => {
  for (const [kind, ofTeam, ofAdmins] of readers) {
    for (const [team, reads] of [
      ['admins and instructors', ofTeam],
      ['admins', ofAdmins],
    ] as const) {
      // A guardian is added to any conversation of the child.
      const expected = kind === 'an added guardian' ? true : reads
      test(`${kind} ${expected ? 'reads and writes in' : 'finds nothing of'} one with ${team}`, async ({
        platform,
      }) => {
        const made = await buildConversationFamily(platform)
        const more = team === 'admins' ? {} : ofSession(made.session.id)
        const { id } = await startConversation(made.parent, made.ava.id, more)
        const by = await readerOf(platform, kind, made, id)
        const listed = await by.get('/api/conversations')
        const ids = (Array.isArray(listed.body) ? listed.body : []).map((one: { id: string }) => one.id)
        expect(ids).toEqual(expected ? [id] : [])
        expect((await by.get(`/api/conversations/${id}`)).status === 200).toBe(expected)
        expect((await by.get(`/api/conversations/${id}/posts`)).status === 200).toBe(expected)
        expect((await by.post(`/api/conversations/${id}/posts`, newPost())).status === 201).toBe(expected)
        expect((await by.post(`/api/conversations/${id}/reading`)).status === 204).toBe(expected)
      })
    }
  }
})
