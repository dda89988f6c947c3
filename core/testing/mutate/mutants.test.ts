import { describe, expect, it } from 'vitest'
import { applyEdit, describeMutant, sampleOf, REPORT_FUNCTION } from './mutant.ts'
import { mutantsOf } from './mutants.ts'

/** Returns the text of each changed source. */
const changed = (source: string) => mutantsOf('example.ts', source).mutants.map((mutant) => applyEdit(source, mutant))

/** Returns the statement of each changed source. */
const changedSql = (sql: string) =>
  changed(`const found = statement(row, \`${sql}\`)`).map((source) => /`(.*)`/s.exec(source)?.[1])

describe('changes of code', () => {
  it('moves boundaries, turns comparisons round and swaps what joins them', () => {
    expect(new Set(changed('f(a < b && c === d)'))).toEqual(
      new Set([';', 'f(a <= b && c === d)', 'f(a < b && c !== d)', 'f(a < b || c === d)']),
    )
  })

  it('swaps plus and minus, and leaves texts that are put together', () => {
    expect(changed('export const f = (a, b) => a + b')).toEqual(['export const f = (a, b) => a - b'])
    expect(changed("export const f = (a) => 'of ' + a")).toEqual([])
  })

  it('turns flags and numbers, except in types, beside operators and of a thousand or more', () => {
    expect(changed('const a = true')).toEqual(['const a = false'])
    expect(changed('const a: 1 | true = page(2)')).toEqual(['const a: 1 | true = page(3)'])
    expect(changed('const pause = 10_000')).toEqual([])
    expect(changed('const hour = 60 * minute')).toEqual(['const hour = 60 / minute'])
    expect(changed('const sum = row?.sum ?? 0')).toEqual([])
  })

  it('forgets guards, branches and calls, but no log', () => {
    expect(changed('if (done) throw gone()')).toEqual([';'])
    expect(changed('await save(row)')).toEqual([';'])
    expect(new Set(changed('if (!done) { await save(row) }'))).toEqual(
      new Set([';', 'if (done) { await save(row) }', 'if (!done) { ; }']),
    )
    expect(changed('core.log.info(row)')).toEqual([])
  })

  it('keeps the guard that only spares work', () => {
    expect(changed('while (more()) if (rows.length === 0) break')).toEqual([
      'while (more()) if (rows.length !== 0) break',
    ])
  })

  it('takes the other choice, the other end, the other quantor, and does not filter', () => {
    expect(changed('const a = b ? c : d')).toEqual(['const a = !(b) ? c : d'])
    expect(changed('const a = Math.min(b, c)')).toEqual(['const a = Math.max(b, c)'])
    expect(changed('const a = b.some(c)')).toEqual(['const a = b.every(c)'])
    expect(changed('const a = b.filter(c)')).toEqual(['const a = b'])
  })
})

describe('changes of statements', () => {
  it('drops each condition so that its parameters stay', () => {
    expect(new Set(changedSql('select id from students where grade = $grade and left_at > $now'))).toEqual(
      new Set([
        'select id from students where (true or (grade = $grade)) and left_at > $now',
        'select id from students where grade = $grade and (true or (left_at > $now))',
        'select id from students where grade = $grade and left_at >= $now',
      ]),
    )
  })

  it('drops one of several that suffice', () => {
    expect(new Set(changedSql('select id from t where (mine or theirs)'))).toEqual(
      new Set([
        'select id from t where (true or ((mine or theirs)))',
        'select id from t where ((false and (mine)) or theirs)',
        'select id from t where (mine or (false and (theirs)))',
      ]),
    )
  })

  it('takes a condition to the end of its clause, and a range as one', () => {
    expect(
      changedSql('select count(*) from t where a between $b and $c group by d having sum(e) is distinct from 1'),
    ).toEqual([
      'select count(*) from t where (true or (a between $b and $c)) group by d having sum(e) is distinct from 1',
      'select count(*) from t where a between $b and $c group by d having (true or (sum(e) is distinct from 1))',
    ])
  })

  it('drops locks of rows and of numbers', () => {
    expect(changedSql('select id from t order by id for no key update of t skip locked')).toEqual([
      'select id from t order by id',
    ])
    expect(changedSql('select pg_advisory_xact_lock_shared($1)')).toEqual(['select pg_advisory_unlock_shared($1)'])
    expect(changedSql('select pg_try_advisory_lock($1) as "isMine"')).toEqual([
      'select true or pg_advisory_unlock($1) as "isMine"',
    ])
  })

  it('turns order, ends and emptiness round', () => {
    expect(changedSql('select min(a) from t order by b')).toEqual([
      'select max(a) from t order by b',
      'select min(a) from t order by b desc',
    ])
    expect(changedSql('select a from t order by b desc limit 1')).toEqual(['select a from t order by b asc limit 1'])
    expect(changedSql('select a from t where b is not null')).toContain('select a from t where b is null')
  })

  it('leaves joins by ids, quoted texts and what row-level security holds as well', () => {
    expect(changedSql("select 'for update' from t join u on u.id = t.user_id where t.tenant_id = $tenantId")).toEqual(
      [],
    )
  })

  it('drops the condition of an organization where a job of the platform asks', () => {
    const source =
      "const f = async (scope: PlatformScope) => scope.rows(statement('select id from t where tenant_id = $1'))"
    expect(changed(source)).toEqual([source.replace('tenant_id = $1', '(true or (tenant_id = $1))')])
  })

  it('finds conditions of a policy and around interpolations', () => {
    expect(changed("const own = rowPolicy({ parent: 'select id from t where user_id = $caller' })")).toEqual([
      "const own = rowPolicy({ parent: 'select id from t where (true or (user_id = $caller))' })",
    ])
    expect(changedSql("select id from t where ${own('a and b')} and c")).toEqual([
      "select id from t where (true or (${own('a and b')})) and c",
      "select id from t where ${own('a and b')} and (true or (c))",
    ])
  })

  it('leaves what people read', () => {
    expect(changed("const a = 'Enter a name and a date > today'")).toEqual([])
  })
})

describe('telling what tests reach', () => {
  it('says of each change in which function and statement it lies', () => {
    const source = "const a = true\nfunction f() { return true }\nconst b = 'select c from t where d is null'"
    const { mutants, telling } = mutantsOf('example.ts', source)
    expect(mutants.map(({ line, within, sql }) => ({ line, within, sql: sql !== undefined }))).toEqual([
      { line: 1, within: -1, sql: false },
      { line: 2, within: 0, sql: false },
      { line: 3, within: -1, sql: true },
      { line: 3, within: -1, sql: true },
    ])
    expect(telling).toContain(`{globalThis.${REPORT_FUNCTION}?.("example.ts#0"); return true }`)
    expect(telling).toContain(`'/*example.ts@${source.indexOf('select')}*/ select`)
  })
})

describe('the report', () => {
  it('shows the place, and the code before and after', () => {
    const source = 'start()\nif (a < b) end()'
    const { mutants } = mutantsOf('example.ts', source)
    const boundary = mutants.find(({ what }) => what === 'operator')
    expect(boundary && describeMutant(source, boundary)).toBe('example.ts:2  operator: a < b  ->  a <= b')
  })

  it('takes an even sample', () => {
    expect(sampleOf([1, 2, 3, 4, 5, 6, 7, 8], 4)).toEqual([1, 3, 5, 7])
    expect(sampleOf([1, 2], 4)).toEqual([1, 2])
  })
})
