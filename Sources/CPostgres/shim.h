// libpq, PostgreSQL's C library: all of it are plain functions, which Swift calls as they are.
#ifndef CPOSTGRES_SHIM_H
#define CPOSTGRES_SHIM_H

#include <libpq-fe.h>

#endif
