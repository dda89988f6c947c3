import { z } from 'zod'
import { record } from '#core/server/audit.ts'
import { tableFormatNames, type TableFormat } from '#core/contract/table-format.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import type { FileAnswer } from '#core/server/http/answers.ts'
import { EXPORT_BATCH_SIZE, readBatches } from '#core/server/http/read-batches.ts'
import { tableAnswer } from '#core/server/http/table-answer.ts'
import { countText } from '#core/server/texts.ts'
import type { StudentFilters } from '../../../contract.ts'
import { fieldNames, exportFields } from '../contract.ts'
import { isInGroup, isMemberOn } from '../../../base/groups/server/policies.ts'
import { getLocalDay } from '../../../shared/server/time-zone.ts'
import { hasAccount } from '../../../base/families/server/unreached.ts'
import { mayBeNotified } from '../../../base/families/server/children.ts'

const filters = {
  isSearched: [true, false],
  isOfGrade: [true, false],
  isOfStatus: [true, false],
  isOfGroup: [true, false],
  isWithoutAccount: [true, false],
} as const

type Filters = Record<keyof typeof filters, boolean>

const isExported = ({ isSearched, isOfGrade, isOfStatus, isOfGroup, isWithoutAccount }: Filters) =>
  `s.erased_at is null ${isSearched ? 'and s.search like (select containing($search))' : ''}
      ${isOfGrade ? 'and s.grade = $grade' : ''} ${isOfStatus ? 'and s.is_active = $isActive' : ''}
      ${isOfGroup ? `and ${isInGroup('system', 's.id')}` : ''}
      ${isWithoutAccount ? `and not ${hasAccount('s')}` : ''}`

const countExported = variants(filters, (chosen) =>
  statement(
    z.object({ count: z.number().int() }),
    `select count(*)::int as count from students s where ${isExported(chosen)}`,
  ),
)

const selectExportRows = variants(filters, (chosen) =>
  statement(
    z.object({
      cells: z.array(z.string().nullable()),
      next: z.object({ lastName: z.string(), firstName: z.string(), id: z.uuid() }),
    }),
    `select jsonb_build_object('lastName', s.last_name, 'firstName', s.first_name, 'id', s.id) as next,
      to_jsonb(array[s.id::text, s.first_name, s.last_name, s.date_of_birth::text, s.grade, (
        select string_agg(o.name, '; ' order by fold(o.name), o.id) from group_members m
          join groups o on o.tenant_id = m.tenant_id and o.id = m.group_id and o.archived_at is null
          where m.tenant_id = s.tenant_id and m.student_id = s.id
            and ${isMemberOn('m', '$today::date')})]
      || (select coalesce(array_agg(cell order by g.contact_order, c.place), '{}') from (
           select p.*, row_number() over (order by p.contact_order) as place from parent_students p
            where p.tenant_id = s.tenant_id and p.student_id = s.id and ${mayBeNotified('p')}) g
          join users u on u.tenant_id = g.tenant_id and u.id = g.parent_id
          left join guardian_contacts k on k.tenant_id = u.tenant_id and k.user_id = u.id
          cross join lateral unnest(array[u.first_name, u.last_name, u.email, k.phone, g.relationship])
            with ordinality c (cell, place)
          where g.place <= 2)) as cells
    from students s where ${isExported(chosen)} and (s.last_name, s.first_name, s.id) > ($lastName, $firstName, $id::uuid)
      order by s.last_name, s.first_name, s.id limit $most`,
  ),
)

/** Cursor before the first student. */
const START = { lastName: '', firstName: '', id: '00000000-0000-0000-0000-000000000000' }

interface ExportQuery extends StudentFilters {
  format: TableFormat
}

/** Exports students, filtered as in their list, with two guardians each who get notifications, for an import to read. */
export async function exportStudents(scope: TenantScope, query: ExportQuery): Promise<FileAnswer> {
  const { format, search = '', grade, status, groupId, account } = query
  const chosen = {
    isSearched: search !== '',
    isOfGrade: grade !== undefined,
    isOfStatus: status !== undefined,
    isOfGroup: groupId !== undefined,
    isWithoutAccount: account === 'none',
  }
  const asked = { search, grade, isActive: status === 'active', groupId, today: await getLocalDay(scope) }
  const [counted] = await scope.rows(countExported(chosen), asked)
  const students = counted?.count ?? 0
  await record(scope, {
    action: 'students.exported',
    category: 'security',
    description: `Exported ${countText(students, 'student')} with their guardians, as ${tableFormatNames[format]}`,
    resource: 'student',
    after: { students },
  })
  const { core, tenantId, actor } = scope
  const batches = readBatches(START, {
    core,
    tenantId,
    actor,
    read: async (reading, after) => {
      const rows = await reading.rows(selectExportRows(chosen), { ...asked, ...after, most: EXPORT_BATCH_SIZE })
      return { rows, next: rows.length < EXPORT_BATCH_SIZE ? undefined : rows.at(-1)?.next }
    },
  })
  async function* cells() {
    for await (const { rows } of batches)
      yield rows.map((row) => exportFields.map((_, index) => row.cells[index] ?? null))
  }
  const table = {
    filename: 'students',
    name: 'Students',
    columns: exportFields.map((field) => ({
      heading: fieldNames[field],
      ...(field === 'dateOfBirth' && { kind: 'day' as const }),
    })),
    batches: cells(),
  }
  return tableAnswer(format, table, core.clock.now())
}
