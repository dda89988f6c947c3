import { z } from 'zod'
import { statement, variants } from '#core/server/database/statement.ts'
import { BEFORE_NEWEST, EXPORT_BATCH, exportList } from '#core/server/http/list-export.ts'
import type { Unscoped } from '#core/server/http/mount.ts'
import { foundUser, type usersContract } from '../contract.ts'
import { filterOf, whereOf, newest, patternOf, userColumns, userFilters } from './user-search.ts'

type Asked = z.output<(typeof usersContract)['exportUsers']['query']>

const selectExportBatch = variants({ ...userFilters, isSearched: [true, false] }, ({ isSearched, ...filter }) =>
  statement(
    foundUser.extend({ instant: z.string() }),
    `select ${userColumns}, u.created_at::text as instant from users u left join tenants t on t.id = u.tenant_id
      where ${whereOf(filter)} and (u.created_at, u.id) < ($instant::timestamptz, $id::uuid)
        ${isSearched ? 'and u.search like (select containing($whole))' : ''}
      ${newest} limit ${EXPORT_BATCH}`,
  ),
)

/** All users that fit as CSV, newest first. */
export function exportUsers(unscoped: Unscoped, asked: Asked) {
  const { searchTerm = '' } = asked
  const { whole } = patternOf(searchTerm)
  return exportList(unscoped, {
    called: 'users',
    action: 'user.exported',
    resource: 'user',
    filters: asked,
    columns: {
      'First name': 'firstName',
      'Last name': 'lastName',
      Username: 'username',
      Email: 'email',
      Role: 'role',
      Organization: 'tenantName',
      Status: 'status',
      'Last sign-in': 'lastLoginAt',
      ID: 'id',
    },
    rows: selectExportBatch({ ...filterOf(asked), isSearched: searchTerm !== '' }),
    values: { ...asked, whole },
    start: BEFORE_NEWEST,
  })
}
