import type { Knex } from 'knex'

/** Scores become decimals of two digits, as they are computed from now on: 9.45 of 13.5 points were 69.99999999999999. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    set local role trellis_operator;
    update lms_quiz_attempts a set score = s.score
      from (
        select id, case when max_points = 0 then 100
            else least(100, trunc(100 * points::numeric / max_points::numeric, 2)) end::float8 as score
          from lms_quiz_attempts where score is not null and points is not null
      ) s
      where a.id = s.id and a.score <> s.score;
    update lms_quiz_attempts set score_before_regrade = floor(score_before_regrade * 100 + 1e-6) / 100
      where score_before_regrade <> floor(score_before_regrade * 100 + 1e-6) / 100;
    update lms_lesson_progress set score = floor(score * 100 + 1e-6) / 100
      where score <> floor(score * 100 + 1e-6) / 100;
    reset role;
  `)
}

// The dropped digits can be recomputed from the points.
export async function down(): Promise<void> {}
