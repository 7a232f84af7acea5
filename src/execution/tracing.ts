import { SpanStatusCode, trace } from '@opentelemetry/api'

// Spans go nowhere unless the operator has loaded an SDK of OpenTelemetry before us: the interface alone does nothing.
const tracer = trace.getTracer('openslot')

/** A span around a piece of work. Its name is one of few, and nothing personal is in it. */
export const traced = <T>(
  name: string,
  attributes: Readonly<Record<string, string>>,
  work: () => Promise<T>,
): Promise<T> =>
  tracer.startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work()
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  })
