import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { SessionModel } from './session.ts'

const test = pluginTest([tenantApp])

const chess = { name: 'Chess', startDate: '2027-03-01T15:00:00.000Z', endDate: '2027-03-01T16:00:00.000Z' }

test('a session is written and read with its participants and their students, without further queries', async ({
  platform,
}) => {
  const [mine, other] = [await platform.organization(), await platform.organization()]
  const asked: string[] = []
  const written = await platform.core.db.tenant(mine.id, systemActor, async ({ trx }) => {
    const hear = ({ sql }: { sql: string }) => void asked.push(sql.replace(/^(\w+)[^"]*"(\w+)".*/, '$1 $2'))
    trx.on('query', hear)
    const { id } = await SessionModel.query(trx).insertGraph({
      ...chess,
      participants: [
        { student: { firstName: 'Ada', lastName: 'King' } },
        { status: 'waitlisted', waitingPlace: 1, student: { firstName: 'Ben', lastName: 'King' } },
      ],
    })
    await SessionModel.query(trx).findById(id).patch({ location: 'Lab' })
    const found = await SessionModel.query(trx)
      .findById(id)
      .withGraphFetched('participants.student')
      .modifyGraph('participants', (participants) => void participants.orderBy('status'))
    trx.removeListener('query', hear)
    return found
  })
  expect(written).toMatchObject({
    ...chess,
    location: 'Lab',
    maxParticipants: null,
    participants: [
      { status: 'registered', student: { firstName: 'Ada' } },
      { status: 'waitlisted', student: { firstName: 'Ben' } },
    ],
  })
  // No catalog query for the columns.
  expect(asked).toEqual([
    'insert sessions',
    'insert students',
    'insert session_participants',
    'update sessions',
    'select sessions',
    'select session_participants',
    'select students',
  ])

  const ofOthers = await platform.core.db.tenant(other.id, systemActor, async ({ trx }) => SessionModel.query(trx))
  expect(ofOthers).toEqual([])
})
