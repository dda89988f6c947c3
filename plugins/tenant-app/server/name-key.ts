/** What names are compared by, as the generated column `students.name_key` has them: in small letters, with single spaces. */
export const nameKey = (name: string) => `lower(regexp_replace(btrim(${name}), '\\s+', ' ', 'g'))`
