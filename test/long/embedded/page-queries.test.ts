// seconds: 12
import '../../embedded/page-queries.test.ts'
