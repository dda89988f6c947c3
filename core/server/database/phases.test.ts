import { expect, test } from 'vitest'
import { besideOlderNodes, breakingChanges, phaseOf } from './phases.ts'

test('a migration declares its phase in its file name', () => {
  expect(phaseOf('lms/0048_expand_notes')).toBe('expand')
  expect(phaseOf('lms/0050_contract_old_notes')).toBe('contract')
  for (const name of ['lms/0049_notes', 'lms/0049_notes_expand_more', 'expand_x/0001_notes'])
    expect(phaseOf(name), name).toBeUndefined()
})

test('beside older nodes only expanding migrations are applied, and none if one declares no phase', () => {
  expect(besideOlderNodes(['a/1_expand_x', 'a/2_contract_x', 'b/1_expand_y'])).toEqual(['a/1_expand_x', 'b/1_expand_y'])
  expect(besideOlderNodes(['a/2_contract_x'])).toEqual([])
  expect(besideOlderNodes(['a/1_expand_x', 'b/3_notes'])).toBeUndefined()
})

const up = (text: string) =>
  `export async function up(trx) {\n  await trx.raw(\`${text}\`)\n}\n` +
  'export async function down(trx) { await trx.raw(`drop table notes`) }\n'

test.for([
  ['alter table notes drop column size', ['drops']],
  ['drop table if exists notes', ['drops']],
  ['alter table notes rename column size to length', ['renames']],
  ['alter table notes rename to texts', ['renames']],
  ['alter table notes alter column size set not null', ['requires a value']],
  ['alter table notes add column size integer not null', ['requires a value']],
  ['alter table notes add column a text default 1, add column size numeric(4, 2) not null', ['requires a value']],
  ['alter table notes alter column size type bigint', ['changes a type']],
  ['alter table notes alter size set data type bigint', ['changes a type']],
  ['alter table notes drop size', ['drops']],
] as const)('a migration that says %s does not expand', ([text, expected]) => {
  expect(breakingChanges(up(text))).toEqual(expected)
})

test.for([
  'create table notes (id uuid primary key, text text not null, size integer not null)',
  'alter table notes add column size integer',
  `alter table notes add column size integer not null default 0, add column kind text`,
  'create index notes_size_index on notes (size)',
  'drop policy reading on notes; create policy reading on notes using (true)',
  'alter table notes drop constraint notes_size_check, add constraint notes_size_check check (size > 0)',
  'drop index notes_size_index',
])('a migration that says %s expands', (text) => {
  expect(breakingChanges(up(text))).toEqual([])
})
