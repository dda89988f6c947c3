import type { Knex } from 'knex'

/** A secret used to replace `{{secret}}` in the text, even within a name. Now it ends a line. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw('alter table mail_messages add column secret_line integer')
  // The table's owner is subject to its policies too, unless it is a superuser.
  await trx.raw('set local role trellis_operator')
  // Text of users came before the link or the password, and never ended a line of its own.
  await trx.raw(`
    update mail_messages m
       set secret_line = found.place - 1,
           body = (select string_agg(case when place = found.place then left(line, -length('{{secret}}')) else line end,
                                     e'\\n' order by place)
                     from string_to_table(m.body, e'\\n') with ordinality as lines (line, place))
      from (select id, max(place) as place
              from mail_messages, string_to_table(body, e'\\n') with ordinality as lines (line, place)
             where body like '%{{secret}}%' and line like '%{{secret}}' group by id) found
     where m.id = found.id
  `)
  await trx.raw('reset role')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('set local role trellis_operator')
  await trx.raw(`
    update mail_messages m
       set body = (select string_agg(case when place = m.secret_line + 1 then line || '{{secret}}' else line end,
                                     e'\\n' order by place)
                     from string_to_table(m.body, e'\\n') with ordinality as lines (line, place))
     where secret_line is not null
  `)
  await trx.raw('reset role')
  await trx.raw('alter table mail_messages drop column secret_line')
}
