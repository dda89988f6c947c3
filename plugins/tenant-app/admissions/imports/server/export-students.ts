import { z } from 'zod'
import { record } from '#core/server/audit.ts'
import { tableFormatNames, type TableFormat } from '#core/contract/table-format.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import type { FileAnswer } from '#core/server/http/answers.ts'
import { inBatches, tableAnswer } from '#core/server/http/table-answer.ts'
import type { StudentFilters } from '../../students/contract.ts'
import { fieldNames, exportFields } from '../contract.ts'
import { isInGroup } from '../../../base/groups/server/policies.ts'
import { getLocalDay } from '../../../shared/server/time-zone.ts'
import { mayBeNotified } from '../../../base/families/server/children.ts'

const selectExportRows = variants(
  { isSearched: [true, false], isOfGrade: [true, false], isOfStatus: [true, false], isOfGroup: [true, false] },
  ({ isSearched, isOfGrade, isOfStatus, isOfGroup }) =>
    statement(
      z.object({ cells: z.array(z.string().nullable()) }),
      `select to_jsonb(array[s.id::text, s.first_name, s.last_name, s.date_of_birth::text, s.grade, (
          select string_agg(o.name, '; ' order by fold(o.name), o.id) from group_members m
            join groups o on o.tenant_id = m.tenant_id and o.id = m.group_id and o.archived_at is null
            where m.tenant_id = s.tenant_id and m.student_id = s.id and m.until_date is null)]
      || (select coalesce(array_agg(cell order by g.contact_order, c.place), '{}') from (
           select p.*, row_number() over (order by p.contact_order) as place from parent_students p
            where p.tenant_id = s.tenant_id and p.student_id = s.id and ${mayBeNotified('p')}) g
          join users u on u.tenant_id = g.tenant_id and u.id = g.parent_id
          left join guardian_contacts k on k.tenant_id = u.tenant_id and k.user_id = u.id
          cross join lateral unnest(array[u.first_name, u.last_name, u.email, k.phone, g.relationship])
            with ordinality c (cell, place)
          where g.place <= 2)) as cells
    from students s where s.erased_at is null ${isSearched ? 'and s.search like (select containing($search))' : ''}
      ${isOfGrade ? 'and s.grade = $grade' : ''} ${isOfStatus ? 'and s.is_active = $isActive' : ''}
      ${isOfGroup ? `and ${isInGroup('system', 's.id')}` : ''}
      order by s.last_name, s.first_name, s.id`,
    ),
)

interface ExportQuery extends StudentFilters {
  format: TableFormat
}

/** Exports students, filtered as in their list, with two guardians each who get notifications, for an import to read. */
export async function exportStudents(scope: TenantScope, query: ExportQuery): Promise<FileAnswer> {
  const { format, search = '', grade, status, groupId } = query
  const selected = selectExportRows({
    isSearched: search !== '',
    isOfGrade: grade !== undefined,
    isOfStatus: status !== undefined,
    isOfGroup: groupId !== undefined,
  })
  const rows = await scope.rows(selected, {
    search,
    grade,
    isActive: status === 'active',
    groupId,
    today: await getLocalDay(scope),
  })
  await record(scope, {
    action: 'students.exported',
    category: 'security',
    description: `Exported ${rows.length} students with their guardians, as ${tableFormatNames[format]}`,
    resource: 'student',
    after: { students: rows.length },
  })
  const table = {
    filename: 'students',
    name: 'Students',
    columns: exportFields.map((field) => ({
      heading: fieldNames[field],
      ...(field === 'dateOfBirth' && { kind: 'day' as const }),
    })),
    batches: inBatches(rows.map(({ cells }) => exportFields.map((_, index) => cells[index] ?? null))),
  }
  return tableAnswer(format, table, scope.core.clock.now())
}
