import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { create } from '#core/testing/calls.ts'
import type { Client, TestPlatform } from '#core/testing/harness.ts'

export const MINUTE_MS = 60_000

/** Schedules a session of an hour. @param inMinutes until it begins; a day from now by default */
export async function scheduleSession(
  { clock }: Pick<TestPlatform, 'clock'>,
  by: Client,
  { inMinutes = 1440, ...given }: { inMinutes?: number; [field: string]: unknown } = {},
): Promise<string> {
  const start = clock.now().getTime() + inMinutes * MINUTE_MS
  const dates = { startDate: new Date(start).toISOString(), endDate: new Date(start + 60 * MINUTE_MS).toISOString() }
  return (await create<{ id: string }>(by, '/api/sessions', { name: 'Robots', ...dates, ...given })).id
}

/** Marks a student's attendance, having seen the log's entry number `seen`. */
export async function markStudent(
  by: Client,
  sessionId: string,
  studentId: string,
  { mark, seen = 0 }: { mark: string | null; seen?: number },
): Promise<void> {
  const marks = [{ id: randomUUID(), studentId, mark, seen }]
  const answer = await by.post(`/api/sessions/${sessionId}/attendance`, { marks })
  expect(answer).toMatchObject({ status: 200, body: [{ isSaved: true }] })
}
