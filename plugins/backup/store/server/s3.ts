import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { S3Location } from '#config/env.ts'
import { AppError } from '#core/server/errors.ts'
import { fileMissing } from './missing.ts'
import type { Store, StoredFile } from './store.ts'

/** Bytes that travel in one piece; ten thousand of them, as many as a bucket takes, are 156 GB. */
const PART = 16 * 1024 ** 2

/** Milliseconds. */
const CONNECT_TIMEOUT = 5000
/** Milliseconds for which a connection may be idle; a restore may take its time with what it has read. */
const SILENCE = 120_000

/** Archives as objects of a bucket of any S3-compatible service. A multipart upload exists once it is complete. */
export class S3Store implements Store {
  readonly location = 's3'
  readonly #client: S3Client
  readonly #bucket: string
  readonly #prefix: string

  /** @param silence milliseconds after which a service that says nothing counts as gone */
  constructor({ endpoint, bucket, prefix, region, accessKey, secretKey }: S3Location, silence = SILENCE) {
    this.#bucket = bucket
    this.#prefix = prefix
    this.#client = new S3Client({
      endpoint,
      region,
      credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
      forcePathStyle: true,
      // Other services than Amazon's do not know the newer checksums; the archive has its own.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: CONNECT_TIMEOUT, socketTimeout: silence },
    })
  }

  async write(name: string, content: AsyncIterable<Buffer>): Promise<void> {
    let failure: { error: unknown } | undefined
    async function* heard(): AsyncGenerator<Buffer> {
      try {
        yield* content
      } catch (error) {
        failure = { error }
        throw error
      }
    }
    const upload = new Upload({
      client: this.#client,
      params: { ...this.#object(name), Body: Readable.from(heard(), { objectMode: false }) },
      partSize: PART,
      queueSize: 2,
    })
    try {
      await this.#reached(() => upload.done())
    } catch (error) {
      // Taking back what was sent can fail as well, which says less than why it is taken back.
      throw failure?.error ?? error
    }
  }

  async open(name: string): Promise<StoredFile> {
    try {
      const { Body, ContentLength } = await this.#reached(() =>
        this.#client.send(new GetObjectCommand(this.#object(name))),
      )
      return { content: Body as Readable, size: ContentLength }
    } catch (error) {
      throw ((error as Error).cause as Error | undefined)?.name === 'NoSuchKey' ? fileMissing(name, error) : error
    }
  }

  async remove(name: string): Promise<void> {
    await this.#reached(() => this.#client.send(new DeleteObjectCommand(this.#object(name))))
  }

  async names(): Promise<ReadonlySet<string>> {
    const names = new Set<string>()
    let next: string | undefined
    do {
      const page = await this.#reached(() =>
        this.#client.send(
          new ListObjectsV2Command({ Bucket: this.#bucket, Prefix: this.#prefix, ContinuationToken: next }),
        ),
      )
      for (const { Key = '' } of page.Contents ?? []) names.add(Key.slice(this.#prefix.length))
      next = page.NextContinuationToken
    } while (next)
    return names
  }

  async clear(): Promise<void> {
    for (const { Key, UploadId } of await this.#uploads()) {
      await this.#reached(() =>
        this.#client.send(new AbortMultipartUploadCommand({ Bucket: this.#bucket, Key, UploadId })),
      )
    }
  }

  async #uploads(): Promise<{ Key?: string | undefined; UploadId?: string | undefined }[]> {
    const begun = new ListMultipartUploadsCommand({ Bucket: this.#bucket, Prefix: `${this.#prefix}trellis-` })
    try {
      return (await this.#reached(() => this.#client.send(begun))).Uploads ?? []
    } catch (error) {
      // Some services cannot tell what was begun, and forget it by themselves.
      if (((error as Error).cause as Error | undefined)?.name === 'NotImplemented') return []
      throw error
    }
  }

  #object(name: string) {
    return { Bucket: this.#bucket, Key: `${this.#prefix}${name}` }
  }

  /** @throws backup.store 503 that says what the bucket, or the way to it, had to say */
  async #reached<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (cause) {
      const { name, message, code } = cause as Error & { code?: string }
      const reason = [code ?? name, message].filter(Boolean).join(': ')
      throw new AppError('backup.store', 503, `The bucket ${this.#bucket} cannot be used (${reason})`, { cause })
    }
  }
}
