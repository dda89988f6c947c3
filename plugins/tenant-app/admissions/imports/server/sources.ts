import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'

const insertSource = statement(
  'insert into student_import_sources (import_id, bytes) values ($importId, $bytes::bytea)',
)

/** Saves the bytes of a file, so that it can be read again. */
export async function saveSource(scope: TenantScope, importId: string, bytes: Buffer): Promise<void> {
  await scope.rows(insertSource, { importId, bytes })
}

const selectSource = statement(
  z.object({ bytes: z.instanceof(Buffer) }),
  'select bytes from student_import_sources where import_id = $importId',
)

/** Reads the bytes of a file; undefined once they are deleted. */
export async function readSource(scope: TenantScope, importId: string): Promise<Buffer | undefined> {
  const [source] = await scope.rows(selectSource, { importId })
  return source?.bytes
}

const deleteSourceRow = statement('delete from student_import_sources where import_id = $importId')

export async function deleteSource(scope: TenantScope, importId: string): Promise<void> {
  await scope.rows(deleteSourceRow, { importId })
}
