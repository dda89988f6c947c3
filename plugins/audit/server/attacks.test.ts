import { expect } from 'vitest'
import { statement } from '#core/server/database/statement.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { createPlatform } from '#core/server/platform.ts'
import type { TestPlatform } from '#core/testing/harness.ts'
import { acts, byHand, problems, sealedTrail, trailTest as test } from '../testing/trail.ts'
import { audit } from '../plugin.ts'
import { digestOfSeal, type Seal, sealColumns, sealRow } from './seals.ts'
import { sealActs } from './seal-acts.ts'

/** Attacks by an attacker with write access to the whole database, but without the key. */
const attacks = [
  [
    'all seals and the note of the last one are removed',
    'delete from audit_seals; delete from audit_seal_head',
    /^The note of which seal is the last was removed/,
  ],
  [
    'everything is removed',
    'truncate audit_logs, audit_seals, audit_seal_head',
    /^The note of which seal is the last was removed/,
  ],
  [
    'everything is removed, and the note is that of a new installation',
    `truncate audit_logs, audit_seals; update audit_seal_head set number = 0, mac = ''`,
    /^The note of which seal is the last is not signed/,
  ],
  [
    'everything is removed but what was signed for another seal',
    'truncate audit_logs, audit_seals; update audit_seal_head set number = 0',
    /^The note of which seal is the last was changed/,
  ],
  ['all entries and seals are removed', 'truncate audit_logs, audit_seals', /^Seals 1 to 3, the last, were removed/],
  [
    'the newest are cut off, and the note is set back',
    'delete from audit_logs where seq > 4; delete from audit_seals where number > 1; update audit_seal_head set number = 1',
    /^The note of which seal is the last was changed/,
  ],
  [
    'the newest are cut off, and the note has no MAC',
    `delete from audit_logs where seq > 4; delete from audit_seals where number > 1;
     update audit_seal_head set number = 1, mac = ''`,
    /^The note of which seal is the last is not signed/,
  ],
  [
    'the newest are cut off',
    'delete from audit_logs where seq > 8; delete from audit_seals where number > 2',
    /^Seal 3, the last, was removed/,
  ],
  [
    'the oldest are cut off with their seals',
    'delete from audit_logs where seq <= 4; delete from audit_seals where number = 1',
    /^Seal 1 was removed/,
  ],
  [
    'the last seal claims another key',
    `update audit_seals set key_id = '0123456789abcdef' where number = 3`,
    /^Seal 3 was made with the key of this platform, but says that it was another one/,
  ],
  [
    'numbering is restarted, so that nothing new is sealed',
    `select setval('audit_logs_seq', 1, false)`,
    /^Entr.* (is there twice|added by hand, or lost the seal)/,
  ],
] as const

test.for(attacks)('it is found for ever when %s', async ([, text, finding], { platform }) => {
  const expected = new RegExp(finding.source.replace('^', ''))
  await sealedTrail(platform)
  await byHand(platform, text)
  // Neither a new seal nor a start may hide the evidence.
  for (let round = 0; round < 2; round++) {
    await acts(platform, 1)
    expect((await problems(platform)).join('\n')).toMatch(expected)
    await sealActs(platform.core)
    expect((await problems(platform)).join('\n')).toMatch(expected)
    await restarted(platform)
  }
  expect((await problems(platform)).join('\n')).toMatch(expected)
})

async function restarted({ core, databaseUrl }: TestPlatform): Promise<void> {
  const again = await createPlatform({ ...core.env, databaseUrl }, [audit], { work: false })
  await again.close()
}

const selectThirdSeal = statement(sealRow, `select ${sealColumns} from audit_seals where number = 3`)

test('a recomputed seal that claims another key, to avoid a check of its MAC, is found', async ({ platform }) => {
  await sealedTrail(platform)
  await byHand(platform, 'delete from audit_logs where seq = 12')
  const [last] = await platform.core.db.platform(systemActor, ({ rows }) => rows(selectThirdSeal))
  const [left] = await byHand<{ digest: Buffer }>(
    platform,
    `select sha256(string_agg(digest, ''::bytea order by seq)) as digest from audit_logs where seq > 8`,
  )
  const forged = { ...(last as Seal), seqs: '{[9,12)}', entries: 3, entriesDigest: (left as { digest: Buffer }).digest }
  await byHand(
    platform,
    `update audit_seals set seqs = $1, entries = 3, entries_digest = $2, digest = $3, key_id = 'ffffffffffffffff' where number = 3`,
    [forged.seqs, forged.entriesDigest, digestOfSeal(forged)],
  )
  const finding = 'Seal 3 was made with another key, after some that this platform had made.'
  expect(await problems(platform)).toEqual([finding])
  await acts(platform, 1)
  await sealActs(platform.core)
  expect(await problems(platform)).toEqual([finding])
  const warnings = platform.core.db.platform(systemActor, ({ trx }) =>
    trx('audit_logs').where({ severity: 'warning' }).pluck('action'),
  )
  expect(await warnings).toEqual(['audit.key-changed'])
})

test('readers of the audit log see that its end was tampered with', async ({ platform }) => {
  await sealedTrail(platform)
  await byHand(platform, 'delete from audit_logs where seq > 4; delete from audit_seals where number > 1')
  await acts(platform, 1)
  await sealActs(platform.core)
  const admin = await platform.superAdmin()
  const { body } = await admin.get('/api/audit-logs?severity=critical')
  expect(body).toMatchObject([
    {
      action: 'audit.broken',
      description: 'The audit log does not end as it was sealed: Seals 2 to 3, the last, were removed.',
    },
  ])
})

const forbidden = [
  'delete from audit_seals',
  'update audit_seals set entries = 1',
  `insert into audit_seals select 99, now(), month, seqs, entries, entries_digest, pruned_before, begins, previous, digest, key_id, mac from audit_seals`,
  'truncate audit_seals',
  'delete from audit_seal_head',
  'update audit_seal_head set number = 1',
  `insert into audit_seal_head (number, mac) values (0, '') on conflict (id) do update set number = 0`,
  'delete from audit_logs',
  `update audit_logs set description = 'Nothing'`,
  'truncate audit_logs',
  'drop table audit_logs',
  'alter table audit_logs disable row level security',
  'select drop_audit_months_before(now())',
  `select drop_audit_months_before(now() - interval '80 days')`,
  'select make_audit_partitions(now(), now())',
  `select setval('audit_logs_seq', 1)`,
  'alter sequence audit_logs_seq restart',
  'update audit_sign_ins set failed = 0',
]

test('neither an organization nor the platform, as they serve, writes seals and their head or drops anything', async ({
  platform,
}) => {
  await sealedTrail(platform)
  const { id } = await platform.organization()
  const { db } = platform.core
  const refused = /permission denied|must be owner/
  for (const text of forbidden) {
    await expect(
      db.platform(systemActor, ({ trx }) => trx.raw(text)),
      text,
    ).rejects.toThrow(refused)
    await expect(
      db.tenant(id, systemActor, ({ trx }) => trx.raw(text)),
      text,
    ).rejects.toThrow(refused)
  }
  expect(await problems(platform)).toEqual([])
})
