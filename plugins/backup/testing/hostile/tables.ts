import type { Entries } from '../../archive/server/test-archives.ts'
import { damaged, editManifest, type Hostile, type Loose, sum, withoutTables, withRows } from './craft.ts'

/** Whole archives of everything whose tables or rows are none that a platform runs on. */
export function wrongTables(entries: Entries): Hostile[] {
  const lacks = /does not hold .*which its migrations make.* --incomplete/
  const rule = /break a rule of the database/
  const bring = (m: Loose, table: string, row: object) => (m['references'] = [{ table, rows: [row] }])
  return [
    { name: 'no tables', archive: withoutTables(entries, () => true), why: lacks },
    { name: 'no settings table', archive: withoutTables(entries, (name) => name === 'global_settings'), why: lacks },
    { name: 'no users', archive: withoutTables(entries, (name) => name === 'users'), why: lacks },
    { name: 'no audit log', archive: withoutTables(entries, (name) => name.startsWith('audit_logs_')), why: lacks },
    {
      name: 'no migrations',
      archive: editManifest(entries, (m) => (m['migrations'] = [])),
      why: /no migration makes|failed/,
    },
    {
      name: 'a table of no one',
      archive: editManifest(entries, (m) => m['tables'].push({ ...emptyTable, name: 'evil' })),
      why: /a table that no migration makes: evil/,
    },
    {
      name: 'a table of the installation',
      archive: editManifest(entries, (m) => m['tables'].push({ ...emptyTable, name: 'backups' })),
      why: /does not hold backups\./,
    },
    {
      name: 'a column that no table has',
      archive: editManifest(entries, (m) => m['tables'][0].columns.push('evil')),
      why: /evil/,
    },
    { name: 'a column less', archive: editManifest(entries, (m) => m['tables'][0].columns.pop()), why: lacks },
    {
      name: 'a super admin in the manifest',
      archive: editManifest(entries, (m) => bring(m, 'users', { role: 'superadmin' })),
      why: /rows of users, which is not as expected/,
    },
    {
      name: 'a partition without its rows',
      archive: editManifest(entries, (m) =>
        m['partitions'].push({
          table: 'audit_logs',
          name: 'audit_logs_1999_01',
          bounds: "FOR VALUES FROM ('1999-01-01 00:00:00+00') TO ('1999-02-01 00:00:00+00')",
        }),
      ),
      why: /does not hold audit_logs_1999_01/,
    },
    {
      name: 'no settings',
      archive: withRows(entries, 'global_settings', () => []),
      why: /does not hold the settings.* --incomplete/,
    },
    { name: 'settings twice', archive: withRows(entries, 'global_settings', (rows) => [...rows, ...rows]), why: rule },
    {
      name: 'nobody',
      archive: withRows(entries, 'users', () => []),
      why: /no active super admin.* --without-admin|break a rule/,
    },
    { name: 'someone twice', archive: withRows(entries, 'users', (rows) => [...rows, rows[0] ?? '']), why: rule },
    { name: 'a row that is none', archive: withRows(entries, 'users', (rows) => ['no row', ...rows]), why: rule },
    {
      name: 'a row that ends the rows',
      archive: withRows(entries, 'users', (rows) => ['\\.', ...rows]),
      why: /rows|rule/,
    },
    {
      name: 'a row that is no text',
      archive: withRows(entries, 'tenants', (rows) => rows.map((row) => row.replace('Harbour', '\u00ff'))),
      why: rule,
    },
    { name: 'an organization less', archive: withRows(entries, 'tenants', () => []), why: rule },
    {
      name: 'more rows than it says',
      archive: editManifest(entries, (m) => m['tables'].forEach((one: Loose) => (one['rows'] = 0))),
      why: damaged,
    },
    {
      name: 'fewer rows than it says',
      archive: editManifest(entries, (m) => m['tables'].forEach((one: Loose) => one['rows']++)),
      why: damaged,
    },
    {
      name: 'other sums than it says',
      archive: editManifest(entries, (m) =>
        m['tables'].forEach((one: Loose) => (one['sha256'] = sum(Buffer.alloc(0)))),
      ),
      why: damaged,
    },
  ]
}

const emptyTable = { columns: ['id'], rows: 0, bytes: 0, sha256: sum(Buffer.alloc(0)) }

/** Archives of one organization that bring or take what is not theirs. */
export function wrongOrganizations(entries: Entries, other: Entries): Hostile[] {
  const bring = (table: string, row: object) =>
    editManifest(entries, (m) => m['references'].push({ table, rows: [row] }))
  return [
    {
      name: 'people of another one',
      archive: withRows(entries, 'users', (own) => [...own, ...rowsOf(other, 'users')]),
      why: /rows of another organization, in users/,
    },
    {
      name: 'two organizations',
      archive: withRows(entries, 'tenants', (own) => [...own, ...rowsOf(other, 'tenants')]),
      why: /rows of another organization, in tenants/,
    },
    {
      name: 'none',
      archive: withRows(entries, 'tenants', () => []),
      why: /does not hold the organization|break a rule/,
    },
    {
      name: 'settings of the platform',
      archive: bring('global_settings', { id: true }),
      why: /rows of global_settings, which is not as expected/,
    },
    {
      name: 'a super admin in the manifest',
      archive: bring('users', { role: 'superadmin' }),
      why: /rows of users, which is not as expected/,
    },
    {
      name: 'a table of the platform',
      archive: editManifest(entries, (m) => m['tables'].push({ ...emptyTable, name: 'global_settings' })),
      why: /holds a table of none: global_settings/,
    },
    { name: 'a table less', archive: withoutTables(entries, (name) => name === 'files'), why: /does not hold files/ },
    {
      name: 'everything',
      archive: editManifest(entries, (m) => (m['scope'] = { kind: 'everything' })),
      why: /does not hold/,
    },
  ]
}

const rowsOf = (entries: Entries, table: string) =>
  Buffer.concat(entries.filter(({ name }) => name.startsWith(`data/${table}/`)).map(({ content }) => content))
    .toString('latin1')
    .split('\n')
    .slice(0, -1)
