// seconds: 40
import '../../postgres/idempotency.test.ts'
