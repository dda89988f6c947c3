/** What names are compared by, as the generated column `students.name_key` has them: folded, with single spaces. */
export const nameKey = (name: string) => `fold(regexp_replace(btrim(${name}), '\\s+', ' ', 'g'))`
