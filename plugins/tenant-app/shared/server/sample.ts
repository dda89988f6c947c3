/** True where a row is sample data. @param table alias of its table, with `tenant_id` and `id` */
export const isSample = (table: string) =>
  `exists (select from sample_rows sample where sample.tenant_id = ${table}.tenant_id and sample.row_id = ${table}.id)`
