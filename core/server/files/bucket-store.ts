import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
  type MultipartUpload,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { S3Location } from '#config/env.ts'
import { AppError } from '../errors.ts'
import { missingFile } from './missing-file.ts'
import type { ByteRange, Store, StoredContent } from './store.ts'

/** Part size in bytes; ten thousand parts, the maximum of a bucket, are 156 GB. */
const PART_BYTES = 16 * 1024 ** 2

/** Milliseconds. */
const CONNECT_TIMEOUT_MS = 5000
/** Milliseconds for which a connection may be idle; a restore may process slowly what it has read. */
const IDLE_TIMEOUT_MS = 120_000

/** Objects in a bucket of any S3-compatible service. A multipart upload exists once it is complete. */
export class BucketStore implements Store {
  readonly location = 's3'
  readonly #client: S3Client
  readonly #bucket: string
  readonly #prefix: string
  readonly #beginnings: readonly string[]

  /**
   * @param beginnings prefixes of the names written here: other programs may write to the bucket too
   * @param silence milliseconds after which a silent service counts as unreachable
   */
  constructor(
    { endpoint, bucket, prefix, region, accessKey, secretKey }: S3Location,
    beginnings: readonly string[],
    silence = IDLE_TIMEOUT_MS,
  ) {
    this.#beginnings = beginnings
    this.#bucket = bucket
    this.#prefix = prefix
    this.#client = new S3Client({
      endpoint,
      region,
      credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
      forcePathStyle: true,
      // Services other than Amazon's do not know the newer checksums; contents here have their own.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: silence },
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
      partSize: PART_BYTES,
      queueSize: 2,
    })
    try {
      await this.#reached(() => upload.done())
    } catch (error) {
      // Aborting the upload can fail as well, but the original error says more.
      throw failure?.error ?? error
    }
  }

  async open(name: string, range?: ByteRange): Promise<StoredContent> {
    const part = range && { Range: `bytes=${range.start}-${range.end}` }
    try {
      const { Body, ContentLength, ContentRange } = await this.#reached(() =>
        this.#client.send(new GetObjectCommand({ ...this.#object(name), ...part })),
      )
      const whole = ContentRange?.split('/')[1]
      return { content: Body as Readable, size: whole === undefined ? ContentLength : Number(whole) }
    } catch (error) {
      throw causeOf(error) === 'NoSuchKey' ? missingFile(name, error) : error
    }
  }

  /** Separate buffers: a write to a bucket retains several of them. */
  async *pieces(name: string): AsyncGenerator<Buffer> {
    yield* (await this.open(name)).content as AsyncIterable<Buffer>
  }

  async sizeOf(name: string): Promise<number | undefined> {
    try {
      const { ContentLength } = await this.#reached(() => this.#client.send(new HeadObjectCommand(this.#object(name))))
      return ContentLength
    } catch (error) {
      if (['NotFound', 'NoSuchKey'].includes(causeOf(error) ?? '')) return undefined
      throw error
    }
  }

  async remove(name: string): Promise<void> {
    await this.#reached(() => this.#client.send(new DeleteObjectCommand(this.#object(name))))
  }

  async names(): Promise<ReadonlySet<string>> {
    return new Set((await this.#objects('', { Delimiter: '/' })).keys())
  }

  list(folder: string): Promise<ReadonlyMap<string, number>> {
    return this.#objects(folder === '' ? '' : `${folder}/`)
  }

  async #objects(beginning: string, more: { Delimiter?: string } = {}): Promise<Map<string, number>> {
    const found = new Map<string, number>()
    let next: string | undefined
    do {
      const command = new ListObjectsV2Command({
        Bucket: this.#bucket,
        Prefix: `${this.#prefix}${beginning}`,
        ContinuationToken: next,
        ...more,
      })
      const page = await this.#reached(() => this.#client.send(command))
      for (const { Key = '', Size = 0 } of page.Contents ?? []) found.set(Key.slice(this.#prefix.length), Size)
      next = page.NextContinuationToken
    } while (next)
    return found
  }

  async clear(before?: Date): Promise<void> {
    for (const { Key, UploadId, Initiated } of await this.#uploads()) {
      if (before && !(Initiated && Initiated < before)) continue
      await this.#reached(() =>
        this.#client.send(new AbortMultipartUploadCommand({ Bucket: this.#bucket, Key, UploadId })),
      )
    }
  }

  async #uploads() {
    const begun: MultipartUpload[] = []
    for (const beginning of this.#beginnings) {
      const command = new ListMultipartUploadsCommand({ Bucket: this.#bucket, Prefix: `${this.#prefix}${beginning}` })
      try {
        begun.push(...((await this.#reached(() => this.#client.send(command))).Uploads ?? []))
      } catch (error) {
        // Some services cannot list unfinished uploads, and delete them by themselves.
        if (causeOf(error) !== 'NotImplemented') throw error
      }
    }
    return begun
  }

  #object(name: string) {
    return { Bucket: this.#bucket, Key: `${this.#prefix}${name}` }
  }

  /** @throws files.store 503 with the error of the bucket or of the connection */
  async #reached<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (cause) {
      throw new AppError('files.store', 503, `The bucket ${this.#bucket} cannot be used (${reasonOf(cause)})`, {
        cause,
      })
    }
  }
}

interface BucketFailure extends Error {
  code?: string
  $metadata?: { httpStatusCode?: number }
}

/** Meanings of statuses: answers to HEAD have no body. */
const meanings: Record<number, string> = {
  301: 'the bucket is in another region',
  400: 'the service does not accept the request, often since the region is another one',
  403: 'the service refuses the access key, the secret key, or what the key may do',
  404: 'there is no such bucket',
}

/** Describes the answer of the bucket, or why there was none. */
function reasonOf(cause: unknown): string {
  const { name, message, code, $metadata } = cause as BucketFailure
  const status = $metadata?.httpStatusCode
  const said = [code ?? name, message].filter((word) => word && !/^(Unknown|UnknownError)$/.test(word)).join(': ')
  if (status === undefined || status < 300) return said
  const meant = meanings[status] ?? `the service answered with status ${status}`
  return said === '' ? meant : `${said}; ${meant}`
}

/** Returns the error code of the service. */
const causeOf = (error: unknown) => ((error as Error).cause as Error | undefined)?.name
