import { Model } from 'objection'
import { z } from 'zod'
import { statement } from './statement.ts'

type TableModel<Row extends z.ZodObject> = Omit<typeof Model, 'new'> & (new () => Model & z.output<Row>)

/**
 * Creates a thin model of a table, to be extended with relations. Read and write it through a scope:
 *
 *     export class StudentModel extends tableModel('students', z.object({ id: z.uuid(), lastName: z.string() })) {}
 *     const { id } = await StudentModel.query(scope.trx).insert({ lastName: 'King' })
 *
 * The row has the columns used by code; the test of all statements compares their names and types with the table.
 * Objects and arrays are jsonb. Ids come from the database (record 6).
 */
export function tableModel<Row extends z.ZodObject>(tableName: string, row: Row): TableModel<Row> {
  const names = Object.keys(row.shape)
  statement(row, `select ${names.map((name) => `${columnOf(name)} as "${name}"`).join(', ')} from ${tableName}`)
  const documents = names.filter((name) => isDocument(row.shape[name] as z.ZodType))
  class OfTable extends Model {
    static override tableName = tableName
    static override jsonAttributes = documents
  }
  // The fields exist on rows only; the same shape defines their types.
  return OfTable as unknown as TableModel<Row>
}

const columnOf = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function isDocument(field: z.ZodType): boolean {
  const { type, anyOf = [] } = z.toJSONSchema(field, { unrepresentable: 'any' }) as Kind
  return [type, ...anyOf.map((kind) => kind.type)].flat().some((kind) => kind === 'object' || kind === 'array')
}

interface Kind {
  type?: string | string[]
  anyOf?: Kind[]
}
