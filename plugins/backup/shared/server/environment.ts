import { z } from 'zod'
import { bucketAt, declareEnvironment, missingBucketKeys, type S3Location } from '#config/env.ts'
import { bucketUrl, flag } from '#config/variables.ts'

interface BackupEnvironment {
  /** Encrypts archives; undefined leaves them readable to anyone with the file. */
  passphrase: string | undefined
  /** An S3-compatible bucket, addressed by path; undefined keeps archives under the data directory. */
  s3: S3Location | undefined
  /** True if everything is backed up before migrations change it. */
  beforeUpgrade: boolean
}

export const backupEnvironment = declareEnvironment({
  variables: {
    BACKUP_PASSPHRASE: z
      .string()
      .min(12, 'Must have at least 12 characters')
      .max(200, 'Must have at most 200 characters')
      .optional()
      .meta({
        default: 'no encryption',
        description: 'encrypts backups, which cannot be opened without it: keep a copy elsewhere',
      }),
    BACKUP_S3_URL: bucketUrl.meta({
      default: 'backups under `DATA_DIR`',
      description: '`https://s3.example.org/bucket/folder`: S3-compatible bucket of backups, addressed by path',
    }),
    BACKUP_S3_ACCESS_KEY: z.string().optional().describe('required with `BACKUP_S3_URL`'),
    BACKUP_S3_SECRET_KEY: z.string().optional().describe('required with `BACKUP_S3_URL`'),
    BACKUP_S3_REGION: z.string().default('us-east-1').describe('region of the bucket'),
    UPGRADE_WITHOUT_BACKUP: flag
      .default(false)
      .describe('`1` migrates a database that holds data without a backup before'),
  },
  contradictions: ({ BACKUP_S3_URL, BACKUP_S3_ACCESS_KEY, BACKUP_S3_SECRET_KEY }) =>
    missingBucketKeys('BACKUP_S3', BACKUP_S3_URL, BACKUP_S3_ACCESS_KEY, BACKUP_S3_SECRET_KEY),
  read: (values): BackupEnvironment => ({
    passphrase: values.BACKUP_PASSPHRASE,
    s3: bucketAt(values.BACKUP_S3_URL, {
      region: values.BACKUP_S3_REGION,
      accessKey: values.BACKUP_S3_ACCESS_KEY,
      secretKey: values.BACKUP_S3_SECRET_KEY,
    }),
    beforeUpgrade: !values.UPGRADE_WITHOUT_BACKUP,
  }),
})
