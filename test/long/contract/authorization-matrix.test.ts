// seconds: 35
import '../../contract/authorization-matrix.test.ts'
